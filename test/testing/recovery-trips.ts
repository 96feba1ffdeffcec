import { pino, type Logger } from 'pino'
import type { Db } from '../../server/database/database.ts'
import { completeDueRecoveries } from '../../server/recoveries/due-recoveries.ts'
import { type BuiltUser, defaultPassword } from './builders.ts'
import { quickHashOf } from './quick-hash.ts'
import { readMessages } from './read-messages.ts'
import type { TestApp } from './test-app.ts'
import { basic } from './test-client.ts'

/** A password that a recovery may set. */
export const newPassword = 'Bom-Dia-Vizinho-1987?'

/** Gives a user the secret answer 'Praça'. */
export async function giveSecretAnswer(db: Db, { id: user_id }: { id: number }): Promise<void> {
  await db
    .insertInto('secret_answers')
    .values({ user_id, question_id: 2, hash: quickHashOf('praca') })
    .execute()
}

/** Starts a recovery by the secret answer of `giveSecretAnswer`. */
export const recoverByAnswer = ({ client }: Pick<TestApp, 'client'>, { email }: BuiltUser) =>
  client.call('userRecoveryAccount', { body: { email, question: 2, response: 'Praça' } })

/** Returns the latest temporary password that was mailed to this address; undefined if none was. */
export async function mailedPassword(
  { outbox }: Pick<TestApp, 'outbox'>,
  { email }: { email: string },
): Promise<string | undefined> {
  const password = /^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){5}$/m
  const texts = (await readMessages(outbox, { to: email })).map(({ text }) => text)
  return password.exec(texts.findLast((text) => password.test(text)) ?? '')?.[0]
}

/** Begins a sign-in with this password. */
export const signInWith = (
  { client }: Pick<TestApp, 'client'>,
  { email }: BuiltUser,
  password = defaultPassword,
) => client.call('authLocal', { headers: basic(email, password) })

const silent: Pick<Logger, 'warn'> = pino({ level: 'silent' })

/** Completes the removals of factors whose wait is over. Returns how many were completed. */
export const completeDue = (
  { db, clock, outbox: { keyring }, origin }: TestApp,
  log = silent,
): Promise<number> =>
  completeDueRecoveries(db, {
    clock,
    keyring,
    log,
    config: { publicUrl: origin, recoveryWaitHours: 24 },
  })
