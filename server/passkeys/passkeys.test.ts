import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lastEvent } from '../../test/testing/last-event.ts'
import { callAs, makePasskey, signInByPasskey } from '../../test/testing/passkey-trips.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import type { SoftwareAuthenticator } from '../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'
import { replacePassword } from '../passwords/password-queries.ts'
import { after, days } from '../shared/clock.ts'
import { lockOwner } from './passkey-queries.ts'

let app: TestApp
let user: { id: number; email: string }
let who: SignedIn
let key: SoftwareAuthenticator
let id: number

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.build.user()
  const made = await makePasskey(app, user)
  ;({ who, id } = made)
  key = made.authenticator
})

const params = () => ({ id: String(id) })
const list = async () => (await app.client.call('passkeyList', who)).data
const subjects = async () =>
  (await readMessages(app.outbox, { to: user.email })).map(({ subject }) => subject)

describe('the own passkeys', () => {
  test('are listed with what the Signal API needs, without keys', async () => {
    const listed = await list()
    expect(listed).toEqual({
      rp_id: 'localhost',
      user_handle: key.userHandle,
      passkeys: [
        {
          id,
          credential_id: key.id,
          name: 'Chave de acesso',
          aaguid: '00000000-0000-0000-0000-000000000000',
          transports: ['hybrid', 'internal'],
          backed_up: false,
          created_at: app.clock.now().toISOString(),
          last_used_at: null,
        },
      ],
    })
  })

  test('are renamed, with an event of both names', async () => {
    const body = { name: ' Chave  do trabalho ' }
    const renamed = await callAs(app, who, user.email, 'passkeyRename', { params: params(), body })
    expect(renamed.data.name).toBe('Chave do trabalho')
    expect((await list()).passkeys[0]?.name).toBe('Chave do trabalho')
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'passkey.renamed',
      target: `user:${user.id}`,
      before: { passkey_id: id, passkey: 'Chave de acesso' },
      after: { passkey_id: id, passkey: 'Chave do trabalho' },
    })
  })

  test('are removed, after which they open nothing', async () => {
    expect(
      (await callAs(app, who, user.email, 'passkeyDelete', { params: params() })).outcome,
    ).toBe('200')
    expect((await list()).passkeys).toEqual([])
    expect(await lastEvent(app.db)).toMatchObject({ event: 'passkey.removed' })
    expect((await signInByPasskey(app, key)).outcome).toBe('401 passkey-refused')
  })

  test('are neither created nor removed without a confirmation of identity', async () => {
    const { session, options } = (await app.client.call('passkeyOptions', who)).data
    const body = { session, credential: key.create(options) }
    const outcomes = [
      await app.client.call('passkeyCreate', { ...who, body }),
      await app.client.call('passkeyDelete', { ...who, params: params() }),
    ].map(({ outcome }) => outcome)
    expect(outcomes).toEqual(Array(2).fill('403 identity-confirmation-required'))
    expect((await list()).passkeys).toHaveLength(1)
  })

  test('are announced by mail when one is added or removed', async () => {
    expect(await subjects()).toEqual(['Uma chave de acesso foi criada'])
    await callAs(app, who, user.email, 'passkeyDelete', { params: params() })
    expect(await subjects()).toEqual([
      'Uma chave de acesso foi criada',
      'Uma chave de acesso foi removida',
    ])
  })
})

describe('the passkey of another user', () => {
  test('is neither renamed nor removed', async () => {
    const stranger = await app.build.user()
    const theirs = await app.trips.enter(stranger)
    const body = { name: 'Minha' }
    const outcomes = [
      await callAs(app, theirs, stranger.email, 'passkeyRename', { params: params(), body }),
      await callAs(app, theirs, stranger.email, 'passkeyDelete', { params: params() }),
    ].map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['404 not-found', '404 not-found'])
    expect((await list()).passkeys[0]?.name).toBe('Chave de acesso')
  })
})

test('a removal and a sign-in at once leave either a session or a refusal', async () => {
  const [signedIn, removed] = await Promise.all([
    signInByPasskey(app, key),
    callAs(app, who, user.email, 'passkeyDelete', { params: params() }),
  ])
  expect(removed.outcome).toBe('200')
  expect(['200', '401 passkey-refused']).toContain(signedIn.outcome)
})

test('a sign-in that waits for a reset by an administrator is refused', async () => {
  const now = app.clock.now()
  const hash = quickHashOf('Temporaria-2026!')
  const temporary = { userId: user.id, hash, now, temporaryUntil: after(now, days(1)) }
  let signedIn: ReturnType<typeof signInByPasskey> | undefined
  await app.db.transaction().execute(async (reset) => {
    await lockOwner(reset, user.id)
    await replacePassword(reset, temporary)
    signedIn = signInByPasskey(app, key)
    await waitingFor(app.db, 'join entrant')
  })
  expect((await signedIn)?.outcome).toBe('401 passkey-refused')
})

test('the start warns of passkeys of another host, and of an IP address as host', async () => {
  await app.db.updateTable('passkeys').set({ rp_id: 'antigo.example' }).execute()
  const other = await app.beside()
  const warning = other.log.find((line) => line.includes('antigo.example'))
  expect(JSON.parse(warning ?? '{}')).toMatchObject({ level: 40, host: 'localhost' })
  const atAddress = await createTestApp({ config: { publicUrl: 'http://127.0.0.1:1' } })
  expect(atAddress.log.some((line) => line.includes('IP address'))).toBe(true)
  await atAddress.close()
})
