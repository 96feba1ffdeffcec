import { removeApp, withEarlierApp } from './factors.ts'
import { randomBytes } from 'node:crypto'
import { maxPasskeys, type passkeys } from '../../../contract/passkeys.ts'
import { insertPasskey } from '../../../server/passkeys/passkey-queries.ts'
import type { BuiltUser } from '../builders.ts'
import { encodeCbor, SoftwareAuthenticator } from '../software-authenticator.ts'
import { makePasskey } from '../passkey-trips.ts'
import type { EndpointFixtures, Made } from './endpoint-fixture.ts'
import { missingId, unknownPasskeyHandle, type Scenario } from './scenario.ts'

/** Adds a passkey to a user without a registration. Returns its id. */
async function addPasskey({ app }: Scenario, { id }: BuiltUser, from?: SoftwareAuthenticator) {
  const authenticator = from ?? new SoftwareAuthenticator(app.origin)
  const made = await insertPasskey(app.db, {
    user_id: id,
    credential_id: authenticator.credentialId,
    public_key: encodeCbor(authenticator.coseKey),
    algorithm: -7,
    sign_count: 0,
    aaguid: '00000000-0000-0000-0000-000000000000',
    transports: ['internal'],
    backup_eligible: false,
    backed_up: false,
    name: 'Chave de acesso',
    rp_id: new URL(app.origin).hostname,
    created_at: app.clock.now(),
  })
  return made.id
}

/** Adds a passkey to the caller or, if the row is foreign, to another user. */
async function passkeyRow(scenario: Scenario) {
  const { by, app, rowOwner } = scenario
  if (rowOwner === 'missing') return { table: 'passkeys', id: missingId }
  const owner = rowOwner === 'own' ? by.person : await app.build.user()
  return { table: 'passkeys', id: await addPasskey(scenario, owner) }
}

/** Makes room, because the tests share their callers. */
const removePasskeys = ({ app, by }: Scenario) =>
  app.db.deleteFrom('passkeys').where('user_id', '=', by.person.id).execute()

async function fillUp(scenario: Scenario): Promise<void> {
  for (let n = 0; n < maxPasskeys; n++) await addPasskey(scenario, scenario.by.person)
}

const ofCaller = (_: unknown, __: unknown, { by }: Scenario) => `user:${by.person.id}`

/** Requests options and answers them with a new passkey. */
async function created(scenario: Scenario) {
  const { app, by } = scenario
  await removePasskeys(scenario)
  await removeApp(scenario)
  const { session, options } = (await app.client.call('passkeyOptions', by.initial)).data
  const authenticator = new SoftwareAuthenticator(app.origin)
  return { session, options, authenticator }
}

/** Signs in with a passkey of a new user. */
async function signedIn({ app }: Scenario): Promise<Made<'authPasskey'>> {
  const user = await app.build.user()
  const { authenticator } = await makePasskey(app, user)
  const { session, options } = (await app.client.call('authPasskeyOptions', {})).data
  return {
    input: { body: { session, credential: authenticator.get(options) } },
    row: { table: 'users', id: user.id },
  }
}

export const passkeyFixtures: EndpointFixtures<keyof typeof passkeys> = {
  passkeyList: {
    scope: 'none',
    async make(scenario) {
      await removePasskeys(scenario)
      return { input: {} }
    },
    problems: {},
    audit: undefined,
  },
  passkeyOptions: {
    scope: 'none',
    async make(scenario) {
      await removePasskeys(scenario)
      return { input: {} }
    },
    problems: {
      'passkey-limit': async ({ input }, scenario) => {
        await fillUp(scenario)
        return input
      },
    },
    audit: undefined,
  },
  passkeyCreate: {
    sensitive: 'adding a way to sign in',
    scope: 'none',
    endsNoAccess: 'adds a way to sign in',
    async make(scenario) {
      const { session, options, authenticator } = await created(scenario)
      return { input: { body: { session, credential: authenticator.create(options) } } }
    },
    problems: {
      'passkey-challenge-expired': ({ input: { body } }) => ({
        body: { ...body, session: unknownPasskeyHandle },
      }),
      'passkey-refused': async (_, scenario) => {
        const { session, options, authenticator } = await created(scenario)
        const credential = authenticator.create(options, { origin: 'https://mal.example' })
        return { body: { session, credential } }
      },
      'passkey-exists': async (_, scenario) => {
        const { session, options, authenticator } = await created(scenario)
        await addPasskey(scenario, await scenario.app.build.user(), authenticator)
        return { body: { session, credential: authenticator.create(options) } }
      },
      'passkey-limit': async ({ input }, scenario) => {
        await fillUp(scenario)
        return input
      },
      'own-factor-required': withEarlierApp,
    },
    audit: { target: ofCaller, tells: ['after'] },
  },
  passkeyRename: {
    scope: 'person',
    endsNoAccess: 'changes a name',
    async make(scenario) {
      const row = await passkeyRow(scenario)
      const name = `Chave ${randomBytes(3).toString('hex')}`
      return { input: { params: { id: String(row.id) }, body: { name } }, row }
    },
    problems: { 'not-found': 'missing' },
    audit: { target: ofCaller, tells: ['before', 'after'] },
  },
  passkeyDelete: {
    sensitive: 'removing a way to sign in',
    scope: 'person',
    async make(scenario) {
      await removeApp(scenario)
      const row = await passkeyRow(scenario)
      return { input: { params: { id: String(row.id) } }, row }
    },
    problems: { 'not-found': 'missing', 'own-factor-required': withEarlierApp },
    audit: { target: ofCaller, tells: ['before'] },
  },
  authPasskeyOptions: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  authPasskey: {
    scope: 'none',
    endsNoAccess: 'creates a session',
    make: signedIn,
    problems: {
      'passkey-challenge-expired': async ({ input }, { app }) => {
        await app.client.call('authPasskey', input)
        return input
      },
      'passkey-refused': ({ input: { body } }) => ({
        body: { ...body, credential: { ...body.credential, id: 'AAAA', rawId: 'AAAA' } },
      }),
    },
    audit: {
      target: ({ row }) => `user:${row?.id}`,
      tells: ['after'],
      who: ({ row }) => Number(row?.id),
    },
  },
}
