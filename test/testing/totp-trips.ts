import { createHmac } from 'node:crypto'
import type { OwnCode } from '../../contract/mfa-types.ts'
import type { BuiltUser } from './builders.ts'
import { callAs } from './passkey-trips.ts'
import type { TestApp } from './test-app.ts'
import type { SignedIn } from './test-trips.ts'

type App = Pick<TestApp, 'client' | 'trips' | 'db' | 'clock'>

/** Returns the code that an authenticator app displays. Independent of the server's implementation. */
export function appCode(secret: string, at: Date): string {
  const bits = Array.from(secret)
    .map((character) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
    )
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.from(
    Math.floor(at.getTime() / 30_000)
      .toString(16)
      .padStart(16, '0'),
    'hex',
  )
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) % 16
  const number = Number.parseInt(mac.subarray(offset, offset + 4).toString('hex'), 16) % 2 ** 31
  return String(number % 1_000_000).padStart(6, '0')
}

/** Adds an authenticator app to the user of this session. Returns its secret. */
export async function addTotp(
  app: Pick<App, 'client'>,
  who: SignedIn,
  email: string,
  now: Date,
): Promise<string> {
  const { session, secret } = (await app.client.call('totpOptions', who)).data
  const code = appCode(secret, now)
  const made = await callAs(app, who, email, 'totpCreate', { body: { session, code } })
  if (made.outcome !== '200') throw new Error(`The app was not added: ${made.text}`)
  return secret
}

/** Creates recovery codes for the user of this session. */
export async function makeRecoveryCodes(
  app: Pick<App, 'client'>,
  who: SignedIn,
  email: string,
): Promise<string[]> {
  return (await callAs(app, who, email, 'recoveryCodesCreate', {})).data.codes
}

/** A user with a session and an authenticator app. A user who has a passkey needs the session that added it. The code of the current step has been used. */
export async function makeTotp(app: App, user: BuiltUser, session?: SignedIn) {
  const who = session ?? (await app.trips.enter(user))
  return { who, secret: await addTotp(app, who, user.email, app.clock.now()) }
}

/** A new user with a session, an authenticator app and recovery codes. The code of the current step can be used. */
export async function makeOwnCodes(app: TestApp) {
  await app.db.deleteFrom('rate_limits').execute()
  const user = await app.build.user()
  const { who, secret } = await makeTotp(app, user)
  const recovery = await makeRecoveryCodes(app, who, user.email)
  // The code of the present step was used to add the app.
  app.clock.advance(30_000)
  return { user, who, secret, recovery }
}

/** Completes a sign-in with a code of an authenticator app or a recovery code. */
export function answerWith(
  { client }: Pick<App, 'client'>,
  { session, email }: { session: string; email: string },
  code: string,
  challengeName: OwnCode = 'SOFTWARE_TOKEN_MFA',
) {
  return client.call('userChangeMfa', { body: { session, email, code, challengeName } })
}
