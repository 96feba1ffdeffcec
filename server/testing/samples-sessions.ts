import { decodeJwt } from 'jose'
import type { access } from '../../contract/access.ts'
import type { confirmations } from '../../contract/confirmations.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import type { sessions } from '../../contract/sessions.ts'
import { defaultPassword } from './builders.ts'
import { resigned } from './forged-tokens.ts'
import { type Made, onRow, type Samples } from './sample.ts'
import { nobodysId, nobodysToken, type Stage } from './sample-stage.ts'

/** A write that a confirmation names; it need not be one that there is. */
const operations = [{ method: 'POST', path: '/a', body_sha256: '0'.repeat(64) }] as const

const ofCaller = (_: unknown, { by }: Stage) => by.person.id
/** The caller, as the row that the call is about. */
const caller = ({ by }: Stage) => ({ table: 'users', id: by.person.id })

/** The session of the caller, as its tokens name it. */
function sessionOf({ by }: Stage): string {
  return String(decodeJwt(by.initial.token)['sid'])
}

/** The company that the call names: the caller's, the other one, or none. */
const companyOf = (stage: Stage) => (stage.whose === 'missing' ? nobodysId : stage.companyId)

/** The way into this console, for that company. */
function intoConsole(stage: Stage): Made<'userLocalCode'> {
  const { address } = stage.by.person.module
  const company_id = companyOf(stage)
  return {
    input: {
      body: {
        module_id: consoleModuleId,
        redirect_uri: address,
        access_token: stage.by.initial.token,
        company_id,
      },
    },
    row: { table: 'companies', id: company_id },
  }
}

/** Sessions, proofs of identity, and the access page. */
export const sessionSamples: Samples<
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
    trail: { target: () => `module:${consoleModuleId}`, tells: [], who: ofCaller },
  },
  userValidate: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    trail: undefined,
  },
  userTokenValidate: {
    scope: 'none',
    make: ({ by: { initial } }) => ({
      input: { body: { access_token: initial.token }, cookie: initial.cookie },
    }),
    problems: {
      'access-token-invalid': ({ input }) => ({ ...input, body: { access_token: nobodysToken } }),
      'access-token-expired': async ({ input }, { app }) => {
        const parts = { db: app.db, keyring: app.app.keyring }
        const access_token = await resigned(input.body.access_token, { exp: 1 }, parts)
        return { ...input, body: { access_token } }
      },
    },
    trail: undefined,
  },
  userValid: {
    scope: 'none',
    make: () => ({ input: { body: { environment: 'front', path: '/home', method: 'GET' } } }),
    problems: {},
    trail: undefined,
  },
  userInvalidateToken: {
    scope: 'none',
    make: (stage) => ({
      input: { body: { access_token: stage.by.initial.token } },
      row: { table: 'sessions', id: sessionOf(stage) },
    }),
    signsOut: true,
    problems: { 'access-token-invalid': () => ({ body: { access_token: nobodysToken } }) },
    trail: { target: onRow('session'), tells: [] },
  },
  userVerifyLastAccess: {
    scope: 'none',
    make: ({ by }) => ({ input: { body: { token: by.initial.token } } }),
    problems: { 'access-token-invalid': () => ({ body: { token: nobodysToken } }) },
    trail: undefined,
  },
  userSessionList: {
    scope: 'person',
    async make(stage) {
      return { input: {}, row: { table: 'sessions', id: await stage.session() } }
    },
    lists: 'sessions',
    problems: {},
    trail: undefined,
  },
  userSessionEnd: {
    scope: 'person',
    async make(stage) {
      const id = await stage.session()
      return { input: { params: { id } }, row: { table: 'sessions', id } }
    },
    problems: { 'not-found': 'missing' },
    trail: { target: onRow('session'), tells: [] },
  },
  userSessionEndOthers: {
    scope: 'none',
    make: (stage) => ({ input: {}, row: caller(stage) }),
    problems: {},
    trail: { target: onRow('user'), tells: ['after'] },
  },
  userLocalValidatePassword: {
    scope: 'none',
    make: (stage) => ({
      input: {
        body: {
          email: stage.by.person.email,
          password: defaultPassword,
          operations: [...operations],
        },
      },
      row: caller(stage),
    }),
    problems: {
      'password-invalid': ({ input: { body } }) => ({ body: { ...body, password: 'errada' } }),
    },
    trail: { target: onRow('user'), tells: ['after'] },
  },
  userLocalValidateToken: {
    scope: 'none',
    async make(stage) {
      const token = await stage.federatedProof(sessionOf(stage))
      return { input: { body: { token, operations: [...operations] } }, row: caller(stage) }
    },
    problems: {
      'federated-proof-invalid': ({ input: { body } }) => ({ body: { ...body, token: 'x' } }),
    },
    trail: { target: onRow('user'), tells: ['after'] },
  },
  userLocalAuthValidate: {
    scope: 'none',
    make: (stage) => ({
      input: { body: { basic: btoa(`${stage.by.person.email}:${defaultPassword}`) } },
      row: caller(stage),
    }),
    problems: {
      'password-invalid': (_, { by }) => ({ body: { basic: btoa(`${by.person.email}:errada`) } }),
    },
    trail: { target: onRow('user'), tells: [] },
  },
  userInitialPermissions: {
    scope: 'person',
    make: (stage) => ({
      input: { body: { access_token: stage.by.initial.token } },
      row: { table: 'companies', id: companyOf(stage) },
    }),
    lists: 'companies',
    problems: { 'access-token-invalid': () => ({ body: { access_token: nobodysToken } }) },
    trail: undefined,
  },
  companyConsultSpid: {
    scope: 'person',
    make: (stage) => ({
      input: {
        params: { companyId: String(companyOf(stage)) },
        body: { module_id: consoleModuleId, access_token: stage.by.initial.token },
      },
      row: { table: 'companies', id: companyOf(stage) },
    }),
    problems: {
      'access-token-invalid': ({ input }) => ({
        ...input,
        body: { ...input.body, access_token: nobodysToken },
      }),
      'module-not-found': 'missing',
    },
    trail: undefined,
  },
  userLocalCode: {
    scope: 'person',
    make: intoConsole,
    problems: {
      'access-token-invalid': ({ input: { body } }) => ({
        body: { ...body, access_token: nobodysToken },
      }),
      'module-not-found': 'missing',
      'spid-not-found': ({ input: { body } }) => ({ body: { ...body, spid: 'NINGUEM' } }),
      'redirect-uri-mismatch': ({ input: { body } }) => ({
        body: { ...body, redirect_uri: 'https://elsewhere.example' },
      }),
    },
    trail: { target: () => `module:${consoleModuleId}`, tells: ['after'] },
  },
  moduleLogo: {
    scope: 'none',
    async make(stage) {
      const { id } = await stage.module()
      return { input: { params: { id: String(id), digest: await stage.logo(id) } } }
    },
    problems: {
      'not-found': ({ input: { params } }) => ({
        params: { ...params, digest: '0'.repeat(64) },
      }),
    },
    trail: undefined,
  },
}
