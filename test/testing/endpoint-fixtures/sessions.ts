import { signInByMail } from './recoveries.ts'
import { decodeJwt } from 'jose'
import type { access } from '../../../contract/access.ts'
import type { confirmations } from '../../../contract/confirmations.ts'
import { consoleModuleId } from '../../../contract/constants.ts'
import type { sessions } from '../../../contract/sessions.ts'
import { defaultPassword } from '../builders.ts'
import { resigned } from '../forged-tokens.ts'
import { type Made, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { register } from '../passkey-trips.ts'
import { SoftwareAuthenticator } from '../software-authenticator.ts'
import { missingId, unknownPasskeyHandle, unknownToken, type Scenario } from './scenario.ts'

/** Writes to confirm. They need not exist. */
const operations = [{ method: 'POST', path: '/a', body_sha256: '0'.repeat(64) }] as const

const ofCaller = (_: unknown, { by }: Scenario) => by.person.id
/** Returns the caller as the row of the call. */
const caller = ({ by }: Scenario) => ({ table: 'users', id: by.person.id })

interface LogoRequest {
  input: { params: { id: string; digest: string } }
}

/** Returns parameters with the digest of a picture that the record does not have. */
const otherDigest = ({ input: { params } }: LogoRequest) => ({
  params: { ...params, digest: '0'.repeat(64) },
})

/** Returns the id of the caller's session, from its token. */
function sessionOf({ by }: Scenario): string {
  return String(decodeJwt(by.initial.token)['sid'])
}

/** Returns the company that the call names. */
const companyOf = (scenario: Scenario) =>
  scenario.rowOwner === 'missing' ? missingId : scenario.companyId

/** Returns a request for a code of this console and the scenario's company. */
function intoConsole(scenario: Scenario): Made<'userLocalCode'> {
  const { address } = scenario.by.person.module
  const company_id = companyOf(scenario)
  return {
    input: {
      body: {
        module_id: consoleModuleId,
        redirect_uri: address,
        access_token: scenario.by.initial.token,
        company_id,
      },
    },
    row: { table: 'companies', id: company_id },
  }
}

/** Sessions, confirmations, and the access page. */
export const sessionFixtures: EndpointFixtures<
  keyof typeof sessions | keyof typeof confirmations | keyof typeof access
> = {
  userLocalToken: {
    scope: 'none',
    async make({ app, by }) {
      const { code } = (await app.trips.askForCode(by.initial, by.person.at)).data
      return { input: { query: { code }, cookie: by.initial.cookie } }
    },
    problems: {
      'code-not-found': ({ input }) => ({ ...input, query: { code: 'x' } }),
      'module-secret-invalid': async (_, { app, by }) => {
        const { at } = await app.build.visitor({ user: by.person, company: by.person.company })
        const { code } = (await app.trips.askForCode(by.initial, at)).data
        return { query: { code } }
      },
    },
    audit: { target: () => `module:${consoleModuleId}`, tells: [], who: ofCaller },
  },
  userValidate: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  userTokenValidate: {
    scope: 'none',
    make: ({ by: { initial } }) => ({
      input: { body: { access_token: initial.token }, cookie: initial.cookie },
    }),
    problems: {
      'access-token-invalid': ({ input }) => ({ ...input, body: { access_token: unknownToken } }),
      'access-token-expired': async ({ input }, { app }) => {
        const parts = { db: app.db, keyring: app.app.keyring }
        const access_token = await resigned(input.body.access_token, { exp: 1 }, parts)
        return { ...input, body: { access_token } }
      },
    },
    audit: undefined,
  },
  userValid: {
    scope: 'none',
    make: () => ({ input: { body: { environment: 'front', path: '/home', method: 'GET' } } }),
    problems: {},
    audit: undefined,
  },
  userInvalidateToken: {
    scope: 'none',
    make: (scenario) => ({
      input: { body: { access_token: scenario.by.initial.token } },
      row: { table: 'sessions', id: sessionOf(scenario) },
    }),
    signsOut: true,
    problems: { 'access-token-invalid': () => ({ body: { access_token: unknownToken } }) },
    audit: { target: onRow('session'), tells: [] },
  },
  userVerifyLastAccess: {
    scope: 'none',
    make: ({ by }) => ({ input: { body: { token: by.initial.token } } }),
    problems: { 'access-token-invalid': () => ({ body: { token: unknownToken } }) },
    audit: undefined,
  },
  userSessionList: {
    scope: 'person',
    async make(scenario) {
      return { input: {}, row: { table: 'sessions', id: await scenario.session() } }
    },
    lists: 'sessions',
    problems: {},
    audit: undefined,
  },
  userSessionEnd: {
    sensitive: 'ending one of the own sessions',
    scope: 'person',
    async make(scenario) {
      const id = await scenario.session()
      return { input: { params: { id } }, row: { table: 'sessions', id } }
    },
    problems: { 'not-found': 'missing' },
    audit: { target: onRow('session'), tells: [] },
  },
  userSessionEndOthers: {
    sensitive: 'ending all other own sessions',
    scope: 'none',
    make: (scenario) => ({ input: {}, row: caller(scenario) }),
    problems: {},
    audit: { target: onRow('user'), tells: ['after'] },
  },
  userLocalValidatePassword: {
    scope: 'none',
    make: (scenario) => ({
      input: {
        body: {
          email: scenario.by.person.email,
          password: defaultPassword,
          operations: [...operations],
        },
      },
      row: caller(scenario),
    }),
    problems: {
      'password-invalid': ({ input: { body } }) => ({ body: { ...body, password: 'errada' } }),
    },
    audit: { target: onRow('user'), tells: ['after'] },
  },
  userLocalValidateToken: {
    scope: 'none',
    async make(scenario) {
      const token = await scenario.federatedProof(sessionOf(scenario))
      return { input: { body: { token, operations: [...operations] } }, row: caller(scenario) }
    },
    problems: {
      'federated-proof-invalid': ({ input: { body } }) => ({ body: { ...body, token: 'x' } }),
    },
    audit: { target: onRow('user'), tells: ['after'] },
  },
  userLocalValidatePasskeyOptions: {
    scope: 'none',
    make: () => ({ input: { body: { operations: [...operations] } } }),
    problems: {},
    audit: undefined,
  },
  userLocalValidatePasskey: {
    scope: 'none',
    initialToken: '409 passkey-challenge-expired',
    async make(scenario) {
      const { app, by } = scenario
      await app.db.deleteFrom('passkeys').where('user_id', '=', by.person.id).execute()
      const authenticator = new SoftwareAuthenticator(app.origin)
      await register(app, by.initial, by.person.email, authenticator)
      const asked = await by.console.call('userLocalValidatePasskeyOptions', {
        body: { operations: [...operations] },
      })
      const { session, options } = asked.data
      const credential = authenticator.get(options)
      return {
        input: { body: { session, operations: [...operations], credential } },
        row: caller(scenario),
      }
    },
    problems: {
      'passkey-challenge-expired': ({ input: { body } }) => ({
        body: { ...body, session: unknownPasskeyHandle },
      }),
      'passkey-refused': ({ input: { body } }) => ({
        body: { ...body, credential: { ...body.credential, id: 'AAAA', rawId: 'AAAA' } },
      }),
    },
    audit: { target: onRow('user'), tells: ['after'] },
  },
  userLocalAuthValidate: {
    scope: 'none',
    make: (scenario) => ({
      input: { body: { basic: btoa(`${scenario.by.person.email}:${defaultPassword}`) } },
      row: caller(scenario),
    }),
    problems: {
      'password-invalid': (_, { by }) => ({ body: { basic: btoa(`${by.person.email}:errada`) } }),
    },
    audit: { target: onRow('user'), tells: [] },
  },
  userInitialPermissions: {
    scope: 'person',
    make: (scenario) => ({
      input: { body: { access_token: scenario.by.initial.token } },
      row: { table: 'companies', id: companyOf(scenario) },
    }),
    lists: 'companies',
    problems: { 'access-token-invalid': () => ({ body: { access_token: unknownToken } }) },
    audit: undefined,
  },
  companyConsultSpid: {
    scope: 'person',
    make: (scenario) => ({
      input: {
        params: { companyId: String(companyOf(scenario)) },
        body: { module_id: consoleModuleId, access_token: scenario.by.initial.token },
      },
      row: { table: 'companies', id: companyOf(scenario) },
    }),
    problems: {
      'access-token-invalid': ({ input }) => ({
        ...input,
        body: { ...input.body, access_token: unknownToken },
      }),
      'module-not-found': 'missing',
    },
    audit: undefined,
  },
  userLocalCode: {
    scope: 'person',
    make: intoConsole,
    problems: {
      'access-token-invalid': ({ input: { body } }) => ({
        body: { ...body, access_token: unknownToken },
      }),
      'module-not-found': 'missing',
      'spid-not-found': ({ input: { body } }) => ({ body: { ...body, spid: 'NINGUEM' } }),
      'redirect-uri-mismatch': ({ input: { body } }) => ({
        body: { ...body, redirect_uri: 'https://elsewhere.example' },
      }),
      'second-factor-required': async ({ input: { body } }, scenario) => {
        await signInByMail(scenario)
        return { body: { ...body, acr_values: 'mfa' } }
      },
      'passkey-required': ({ input: { body } }) => ({ body: { ...body, acr_values: 'phr' } }),
      'sign-in-too-old'({ input: { body } }, { app }) {
        app.clock.advance(1)
        return { body: { ...body, max_age: 0 } }
      },
    },
    audit: { target: () => `module:${consoleModuleId}`, tells: ['after'] },
  },
  moduleLogo: {
    scope: 'none',
    async make(scenario) {
      const { id } = await scenario.module()
      return { input: { params: { id: String(id), digest: await scenario.logo('module', id) } } }
    },
    problems: { 'not-found': otherDigest },
    audit: undefined,
  },
  companyLogo: {
    scope: 'none',
    async make(scenario) {
      const { id } = await scenario.company()
      return { input: { params: { id: String(id), digest: await scenario.logo('company', id) } } }
    },
    problems: { 'not-found': otherDigest },
    audit: undefined,
  },
}
