import { masterProfileId } from '../../contract/constants.ts'
import type { BuiltUser, UserOptions } from './builders.ts'
import { next } from './catalogue-builders.ts'
import { arriveInConsole, type ConsoleClient } from './console-client.ts'
import { readMessages } from './read-messages.ts'
import type { TestApp } from './test-app.ts'

/** Input of a new user with defaults. */
export const newPerson = (
  more: Partial<{ name: string; email: string; phone_number: string }> = {},
) => ({
  name: "Iracema d'Ávila",
  email: `iracema${next()}@operadora.example`,
  phone_number: '5541987650001',
  ...more,
})

/** Creates a master user of a new company and signs in to the console. */
export async function masterOf(app: TestApp): Promise<ConsoleClient> {
  return arriveInConsole(app, await app.build.consoleUser({ profileId: masterProfileId }))
}

/** Links a user to a company. */
export async function linkTo(app: TestApp, userId: number, companyId: number): Promise<void> {
  const link = { user_id: userId, company_id: companyId }
  await app.db.insertInto('user_companies').values(link).execute()
}

/** Creates a user who is linked to these companies. */
export async function personOf(
  app: TestApp,
  companies: readonly number[],
  options?: UserOptions,
): Promise<BuiltUser> {
  const user = await app.build.user(options)
  for (const company of companies) await linkTo(app, user.id, company)
  return user
}

/** Returns the subjects of the messages to an address, oldest first. */
export async function subjectsTo(app: TestApp, to: string): Promise<string[]> {
  return (await readMessages(app.outbox, { to })).map(({ subject }) => subject)
}

/** Returns the row of `users` with this e-mail. */
export function userRow(app: TestApp, email: string) {
  return app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}
