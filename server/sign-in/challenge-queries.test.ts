import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WriteBatches } from '../hot-path/write-batches.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { after, minutes } from '../shared/clock.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { statementsDuring } from '../../test/testing/statements.ts'
import { openingChallenge } from './challenge-queries.ts'
import { type CredentialKind, findCredentials, type UserCredentials } from './credential-queries.ts'

const hash = quickHashOf('Senha')

let database: BareDatabase
let batches: WriteBatches
let users: UserCredentials[]

beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  batches = new WriteBatches(database.db)
  users = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { email } = await database.build.user({ hash })
      const user = await findCredentials(database.db, email)
      if (!user) throw new Error('The created user was not found.')
      return user
    }),
  )
})

/**
 * Signs in all users concurrently. Returns, for each user, the result of the write, the owner of the challenge, and the
 * user of the event.
 */
async function openAll(
  shown: (place: number) => { by?: CredentialKind; betterHash?: string } = () => ({}),
) {
  const now = database.clock.now()
  const opened = users.map((user, place) => {
    const digest = digestOf(newHandle())
    const expiresAt = after(now, minutes(15))
    const challenge = { digest, userId: user.id, name: 'SELECT_MFA_TYPE', now, expiresAt } as const
    const { by = 'password', betterHash } = shown(place)
    const write = openingChallenge({ challenge, user, by, betterHash })
    const target = `user:${user.id}`
    const requestId = digest.toString('hex')
    const [operation, event, address] = ['authLocal', 'sign-in.password-checked', '203.0.113.1']
    const auditEvent = { operation, event, address, requestId, userId: user.id, target }
    return { digest, written: batches.write(write, auditEvent) }
  })
  const written = await Promise.all(opened.map((each) => each.written))
  const digests = opened.map(({ digest }) => digest)
  const rows = await database.db
    .selectFrom('challenges')
    .selectAll()
    .where('digest', 'in', digests)
    .execute()
  const events = await database.db
    .selectFrom('audit_entries')
    .select(['request_id', 'user_id'])
    .where(
      'request_id',
      'in',
      digests.map((digest) => digest.toString('hex')),
    )
    .execute()
  const ownerOf = (digest: Buffer) => rows.find((row) => row.digest.equals(digest))?.user_id
  const userOfEvent = (digest: Buffer) =>
    events.find((event) => event.request_id === digest.toString('hex'))?.user_id
  return { written, owners: digests.map(ownerOf), eventUsers: digests.map(userOfEvent) }
}

const ids = () => users.map(({ id }) => id)
/** Returns all ids, with undefined in place of those at these indexes. */
const without = (...places: number[]) =>
  ids().map((id, place) => (places.includes(place) ? undefined : id))
const hashesNow = async () =>
  Object.fromEntries(
    (
      await database.db
        .selectFrom('passwords')
        .select(['user_id', 'hash'])
        .where('user_id', 'in', ids())
        .execute()
    ).map((row) => [row.user_id, row.hash]),
  )

describe('concurrent sign-ins with correct passwords', () => {
  test('write one challenge and one event each, in one statement', async () => {
    let outcome: Awaited<ReturnType<typeof openAll>> | undefined
    const sent = await statementsDuring(async () => {
      outcome = await openAll()
    })
    expect(outcome).toEqual({ written: users.map(() => true), owners: ids(), eventUsers: ids() })
    expect(sent.filter(({ text }) => text.includes('insert into challenges'))).toHaveLength(1)
  })

  test('write nothing for a user whose password was replaced or who may no longer sign in', async () => {
    const [replaced = 0, blocked = 0, deleted = 0, moved = 0, federated = 0] = ids().slice(3)
    const change = (id: number) => database.db.updateTable('users').where('id', '=', id)
    await database.db
      .updateTable('passwords')
      .set({ superseded_at: database.clock.now() })
      .where('user_id', '=', replaced)
      .execute()
    await change(blocked).set({ suspended: true }).execute()
    await change(deleted).set({ active: false }).execute()
    await change(moved)
      .set({ email: `${newHandle().toLowerCase()}@example.com` })
      .execute()
    await change(federated).set({ federated: true }).execute()
    const none = without(3, 4, 5, 6, 7)
    expect(await openAll()).toEqual({
      written: none.map((id) => id !== undefined),
      owners: none,
      eventUsers: none,
    })
  })

  test('store a better hash if there is one, and change no other', async () => {
    await openAll((place) => (place === 5 ? { betterHash: quickHashOf('Senha melhor') } : {}))
    const better = users[5]?.id ?? 0
    const hashes = await hashesNow()
    expect(hashes[better]).not.toBe(hash)
    expect(Object.values(hashes).filter((each) => each === hash)).toHaveLength(11)
  })

  test('with a recovery password write one challenge each, while the recovery password is the current one', async () => {
    const now = database.clock.now()
    const shown = digestOf(newHandle())
    const rows = users.slice(0, 8).map(({ id }) => ({
      user_id: id,
      digest: id % 2 ? digestOf(newHandle()) : shown,
      expires_at: after(now, minutes(60)),
    }))
    await database.db.insertInto('recovery_passwords').values(rows).execute()
    users = users.map((user) => ({ ...user, recovery_digest: shown }))
    const outcome = await openAll((place) => ({ by: place < 10 ? 'recovery' : 'password' }))
    const opened = ids().map((id, place) =>
      place < 8 ? (id % 2 ? undefined : id) : place < 10 ? undefined : id,
    )
    expect(outcome.owners).toEqual(opened)
    expect(outcome.eventUsers).toEqual(opened)
  })
})
