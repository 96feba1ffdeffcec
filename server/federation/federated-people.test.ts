import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserOptions } from '../../test/testing/builders.ts'
import { FederationWorld } from '../../test/testing/federation-world.ts'
import { HostileProvider } from '../../test/testing/hostile-provider.ts'
import { TestBrowser } from '../../test/testing/test-browser.ts'

const association = new HostileProvider()
let world: FederationWorld

beforeAll(async () => {
  await association.start()
  world = await FederationWorld.start(association)
})
beforeEach(() => {
  association.lies = {}
})
afterAll(async () => {
  await world.test.close()
  await association.stop()
})

const unknown = '/auth?problem=federated-user-unknown'
const entered = '/auth?code=…'
const build = (user: UserOptions) => world.test.build.user({ federated: true, ...user })

/** Completes a flow in which the provider authenticates this person. `hint` is the e-mail typed before. */
async function arrive(
  provider: HostileProvider,
  claims: Record<string, unknown>,
  hint?: string,
): Promise<string> {
  provider.lies = { claims }
  return world.completeFlow('sign-in', new TestBrowser(), hint)
}

const whoCame = async (): Promise<number | null> => (await world.lastAudit()).user_id

test('an unknown person is refused, and no user is created', async () => {
  const count = () =>
    world.test.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll().as('users'))
      .executeTakeFirst()
  const before = await count()
  expect(await arrive(association, { sub: 'nobody', email: 'ninguem@portaria.example' })).toBe(
    unknown,
  )
  expect(await world.lastReason()).toBe('no-such-user')
  expect(await count()).toEqual(before)
})

test.for([false, 'true', undefined, 1])(
  'an e-mail with email_verified %s identifies no user',
  async (verified) => {
    const { email } = await build({})
    expect(await arrive(association, { sub: email, email, email_verified: verified })).toBe(unknown)
    expect(await world.lastReason()).toBe('email-not-verified')
  },
)

test.for<[who: string, user: UserOptions, reason: string]>([
  ['a password user', { federated: false }, 'password-user'],
  ['a blocked user', { blocked: true }, 'blocked'],
  ['a deleted user', { deleted: true }, 'deleted'],
])(
  '%s is refused and not linked, with the same problem as an unknown user',
  async ([, user, reason]) => {
    const { id, email } = await build(user)
    expect(await arrive(association, { sub: email, email })).toBe(unknown)
    expect(await world.lastAudit()).toMatchObject({
      user_id: null,
      target: `user:${id}`,
      after: { reason },
    })
    const link = await world.test.db
      .selectFrom('federated_identities')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirst()
    expect(link).toBeUndefined()
  },
)

test.for<[who: string, change: { federated?: boolean; suspended?: boolean; active?: boolean }]>([
  ['became a password user', { federated: false }],
  ['was blocked', { suspended: true }],
  ['was deleted', { active: false }],
])('a linked user who %s is refused', async ([, change]) => {
  const { id, email } = await build({})
  expect(await arrive(association, { sub: email, email })).toBe(entered)
  await world.test.db.updateTable('users').set(change).where('id', '=', id).execute()
  expect(await arrive(association, { sub: email, email })).toBe(unknown)
})

test('the e-mail is compared case-insensitively', async () => {
  const { id, email } = await build({})
  expect(await arrive(association, { sub: email, email: email.toUpperCase() })).toBe(entered)
  expect(await whoCame()).toBe(id)
})

test('after the first sign-in a user is identified by subject: another e-mail at the provider changes nothing', async () => {
  const { id, email } = await build({})
  const other = await build({})
  expect(await arrive(association, { sub: 'pinned', email })).toBe(entered)
  expect(await world.lastAudit()).toMatchObject({ after: { linked: true } })
  expect(await arrive(association, { sub: 'pinned', email: other.email })).toBe(entered)
  expect(await world.lastAudit()).toMatchObject({ user_id: id, after: { linked: false } })
  expect(
    await arrive(association, { sub: 'pinned', email: undefined, email_verified: undefined }),
  ).toBe(entered)
  expect(await whoCame()).toBe(id)
})

test('another subject with the e-mail of a linked user is refused', async () => {
  const { id, email } = await build({})
  expect(await arrive(association, { sub: 'the-first', email })).toBe(entered)
  expect(await arrive(association, { sub: 'the-second', email })).toBe(unknown)
  expect(await world.lastAudit()).toMatchObject({
    target: `user:${id}`,
    after: { reason: 'linked-to-another' },
  })
})

test.for<[what: string, change: (email: string) => string]>([
  ['an invisible character', (email) => email.replace('@', '\u200B@')],
  ['another apostrophe', (email) => email.replace("'", '\u2019')],
  ['another hyphen in the domain', (email) => email.replace('porta-ria', 'porta\u2212ria')],
])('%s in the verified e-mail makes it another mailbox', async ([, change]) => {
  const email = `ana.d'avila.${crypto.randomUUID()}@porta-ria.example`
  await build({ email })
  expect(await arrive(association, { sub: email, email: change(email) })).toBe(unknown)
  expect(await world.lastReason()).toBe('email-not-verified')
  expect(await arrive(association, { sub: email, email: email.toUpperCase() })).toBe(entered)
})

test('of concurrent first sign-ins of three subjects with one e-mail, one succeeds', async () => {
  const { id, email } = await build({})
  let racers = 0
  association.lies = {
    claims: {
      email,
      get sub() {
        return `racer-${racers++}`
      },
    },
  }
  const outcomes = await Promise.all([
    world.completeFlow('sign-in'),
    world.completeFlow('sign-in'),
    world.completeFlow('sign-in'),
  ])
  expect(outcomes.toSorted()).toEqual([entered, unknown, unknown])
  const links = await world.test.db
    .selectFrom('federated_identities')
    .selectAll()
    .where('user_id', '=', id)
    .execute()
  expect(links).toHaveLength(1)
})
