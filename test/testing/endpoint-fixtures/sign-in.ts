import type { captcha } from '../../../contract/captcha.ts'
import type { federation } from '../../../contract/federation.ts'
import type { signIn } from '../../../contract/sign-in.ts'
import { insertFlow } from '../../../server/federation/flow-queries.ts'
import { digestOf, newHandle } from '../../../server/secrets/random.ts'
import { after, minutes } from '../../../server/shared/clock.ts'
import { defaultPassword } from '../builders.ts'
import { next } from '../catalogue-builders.ts'
import { type Made, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { unknownHandle, type Scenario } from './scenario.ts'
import { basic } from '../test-client.ts'

/** Returns the user who signs in: the row of the call. */
const theirs = ({ row }: { row?: { id: number | string } }) => Number(row?.id)
const noTarget = () => null

/** Begins a sign-in of a user with the correct password. */
async function begun({ app }: Scenario) {
  const { id, email } = await app.build.user()
  return { email, session: await app.trips.begin(email), row: { table: 'users', id } }
}

/** Begins a sign-in and has its code sent. */
async function sent(scenario: Scenario): Promise<Made<'userChangeMfa'>> {
  const { email, session, row } = await begun(scenario)
  const code = await scenario.app.trips.sendCode(session, email)
  return { input: { body: { session, email, code, challengeName: 'EMAIL_OTP' } }, row }
}

/** Returns a wrong code. */
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

/** Creates an inactive identity provider. */
async function provider({ app }: Scenario) {
  const ours = { client_id: 'portaria', client_secret_ciphertext: Buffer.alloc(0), key_id: '' }
  const name = `provedor-${next()}`
  const ofCompany = {
    name,
    issuer: `https://${name}.example`,
    email_domain: `${name}.example`,
    active: false,
  }
  return app.db
    .insertInto('identity_providers')
    .values({ ...ours, ...ofCompany })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Creates a flow that waits for its callback, with a provider that is no longer configured. */
async function departed({ app }: Scenario, providerId: number | null) {
  const [state, cookie] = [newHandle(), newHandle()]
  await insertFlow(app.db, {
    stateDigest: digestOf(state),
    browserDigest: digestOf(cookie),
    purpose: 'sign-in',
    providerId,
    issuer: 'https://provedor.example',
    nonce: 'n',
    codeVerifier: 'v',
    sessionId: null,
    now: app.clock.now(),
    expiresAt: after(app.clock.now(), minutes(1)),
  })
  return { input: { query: { state }, cookie: `portaria-flow=${cookie}` } }
}

/**
 * Sign-in with password and code, and through an identity provider. No provider is configured, so flows end at their
 * start.
 */
export const signInFixtures: EndpointFixtures<
  keyof typeof signIn | keyof typeof captcha | keyof typeof federation
> = {
  authLocal: {
    scope: 'none',
    async make({ app }) {
      const { id, email } = await app.build.user()
      return { input: { headers: basic(email, defaultPassword) }, row: { table: 'users', id } }
    },
    problems: {
      'invalid-credentials': async (_, { app }) => ({
        headers: basic((await app.build.user()).email, 'Outra-Senha-2026!'),
      }),
    },
    audit: { target: onRow('user'), tells: [], who: theirs },
  },
  userChooseMfa: {
    scope: 'none',
    async make(scenario) {
      const { email, session, row } = await begun(scenario)
      return { input: { body: { session, email, answer: 'EMAIL_OTP' } }, row }
    },
    problems: {
      'mfa-session-expired': ({ input: { body } }) => ({
        body: { ...body, session: unknownHandle },
      }),
      'mfa-session-used': async (_, scenario) => {
        const { body } = (await sent(scenario)).input
        await scenario.app.client.call('userChangeMfa', { body })
        return { body: { session: body.session, email: body.email, answer: 'EMAIL_OTP' } }
      },
      // The user has no phone number.
      'mfa-refused': ({ input: { body } }) => ({ body: { ...body, answer: 'SMS_MFA' } }),
    },
    audit: { target: onRow('user'), tells: ['after'], who: theirs },
  },
  userChangeMfa: {
    scope: 'none',
    make: sent,
    problems: {
      'mfa-session-expired': ({ input: { body } }) => ({
        body: { ...body, session: unknownHandle },
      }),
      'mfa-session-used': async ({ input }, { app }) => {
        await app.client.call('userChangeMfa', input)
        return input
      },
      'mfa-invalid-code': ({ input: { body } }) => ({
        body: { ...body, code: otherThan(body.code ?? '') },
      }),
      'mfa-refused': ({ input: { body } }) => ({ body: { ...body, challengeName: 'SMS_MFA' } }),
    },
    audit: { target: onRow('user'), tells: [], who: theirs },
  },
  captchaChallenge: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  signInOptions: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  federatedStart: {
    scope: 'none',
    make: ({ app }) => ({
      input: { body: { purpose: 'sign-in' }, headers: { origin: app.origin } },
    }),
    problems: {
      'cross-site-request': ({ input }) => ({
        ...input,
        headers: { origin: 'https://mal.example' },
      }),
    },
    audit: { target: noTarget, tells: ['after'], who: noTarget },
  },
  federatedCallback: {
    scope: 'none',
    make: (scenario) => departed(scenario, null),
    problems: {},
    audit: { target: noTarget, tells: ['after'], who: noTarget },
  },
  federatedCompanyCallback: {
    scope: 'none',
    async make(scenario) {
      const { id } = await provider(scenario)
      const { input } = await departed(scenario, id)
      return { input: { ...input, params: { provider: String(id) } } }
    },
    problems: {},
    audit: { target: noTarget, tells: ['after'], who: noTarget },
  },
}
