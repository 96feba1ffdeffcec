import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { BuiltUser } from './builders.ts'
import { defaultPassword } from './builders.ts'
import { named } from './console-client.ts'
import { type Faults, SoftwareAuthenticator } from './software-authenticator.ts'
import type { TestApp } from './test-app.ts'
import type { CallOptions } from './test-client.ts'
import { cookieOf, type SignedIn } from './test-trips.ts'

type App = Pick<TestApp, 'client' | 'trips' | 'origin'>

/** Returns the code of a confirmation by password for one write. */
export async function confirmByPassword<K extends Operation>(
  { client }: Pick<App, 'client'>,
  who: SignedIn,
  email: string,
  operation: K,
  { params, body }: CallOptions<K>,
): Promise<string> {
  const operations = [named(operation, params, body)]
  const sent = { ...who, body: { email, password: defaultPassword, operations } }
  return (await client.call('userLocalValidatePassword', sent)).data.code
}

/** Calls an operation as this session, after a confirmation by password if the operation requires one. */
export async function callAs<K extends Operation>(
  app: Pick<App, 'client'>,
  who: SignedIn,
  email: string,
  operation: K,
  options: CallOptions<K>,
) {
  const { confirm }: Endpoint = api[operation]
  const code = confirm && (await confirmByPassword(app, who, email, operation, options))
  return app.client.call(operation, {
    ...who,
    ...options,
    ...(code !== undefined && { headers: { code } }),
  })
}

/** Requests creation options, and registers the passkey of the authenticator. */
export async function register(
  app: Pick<App, 'client'>,
  who: SignedIn,
  email: string,
  authenticator: SoftwareAuthenticator,
  faults?: Faults,
) {
  const { session, options } = (await app.client.call('passkeyOptions', who)).data
  const credential = authenticator.create(options, faults)
  return callAs(app, who, email, 'passkeyCreate', { body: { session, credential } })
}

/** A user with a session and a passkey. A user who has other factors needs the session that added them. */
export async function makePasskey(
  app: App,
  user: BuiltUser,
  options?: ConstructorParameters<typeof SoftwareAuthenticator>[1],
  session?: SignedIn,
) {
  const who = session ?? (await app.trips.enter(user))
  const authenticator = new SoftwareAuthenticator(app.origin, options)
  const { id } = (await register(app, who, user.email, authenticator)).data
  return { who, authenticator, id }
}

/** Signs in by passkey. */
export async function signInByPasskey(
  { client }: Pick<App, 'client'>,
  authenticator: SoftwareAuthenticator,
  faults?: Faults,
) {
  const { session, options } = (await client.call('authPasskeyOptions', {})).data
  const credential = authenticator.get(options, faults)
  return client.call('authPasskey', { body: { session, credential } })
}

/** Signs in by passkey. Throws unless it succeeds. */
export async function enterByPasskey(
  app: Pick<App, 'client'>,
  authenticator: SoftwareAuthenticator,
): Promise<SignedIn> {
  const answer = await signInByPasskey(app, authenticator)
  const { access_token: token, decodedToken } = answer.data
  return { token, cookie: cookieOf(answer), decodedToken }
}

/** Confirms identity for one write by a signature. Returns the response with the code. */
export async function confirmByPasskey<K extends Operation>(
  { client }: Pick<App, 'client'>,
  who: SignedIn,
  authenticator: SoftwareAuthenticator,
  operation: K,
  { params, body }: CallOptions<K>,
  faults?: Faults,
) {
  const operations = [named(operation, params, body)]
  const asked = await client.call('userLocalValidatePasskeyOptions', {
    ...who,
    body: { operations },
  })
  const { session, options } = asked.data
  const credential = authenticator.get(options, faults)
  return client.call('userLocalValidatePasskey', {
    ...who,
    body: { session, operations, credential },
  })
}
