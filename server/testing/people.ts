import { masterProfileId } from '../../contract/constants.ts'
import type { BuiltUser, UserOptions } from './builders.ts'
import { next } from './catalogue-builders.ts'
import { arriveInConsole, type ConsoleClient } from './console-client.ts'
import { readMessages } from './read-messages.ts'
import type { TestApp } from './test-app.ts'

/** What every call about a new person needs; a test names what it is about. */
export const newPerson = (
  more: Partial<{ name: string; email: string; phone_number: string }> = {},
) => ({
  name: "Iracema d'Ávila",
  email: `iracema${next()}@operadora.example`,
  phone_number: '5541987650001',
  ...more,
})

/** A master user of a company of their own, at work. */
export async function masterOf(app: TestApp): Promise<ConsoleClient> {
  return arriveInConsole(app, await app.build.consoleUser({ profileId: masterProfileId }))
}

/** Makes somebody work for a company. */
export async function linkTo(app: TestApp, userId: number, companyId: number): Promise<void> {
  const link = { user_id: userId, company_id: companyId }
  await app.db.insertInto('user_companies').values(link).execute()
}

/** Somebody who works for these companies. */
export async function personOf(
  app: TestApp,
  companies: readonly number[],
  options?: UserOptions,
): Promise<BuiltUser> {
  const user = await app.build.user(options)
  for (const company of companies) await linkTo(app, user.id, company)
  return user
}

/** The subjects of what was put out to an address, oldest first. */
export async function subjectsTo(app: TestApp, to: string): Promise<string[]> {
  return (await readMessages(app.outbox, { to })).map(({ subject }) => subject)
}

/** A row of `users`, by e-mail. */
export function userRow(app: TestApp, email: string) {
  return app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}
