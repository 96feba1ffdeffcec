import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashing, setHashCost } from '../../server/secrets/password-hash.ts'
import { defaultPassword } from '../testing/builders.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { administratorOf } from '../testing/console-client.ts'
import { basic } from '../testing/test-client.ts'

setHashCost()

/** Wrong sign-ins for nonexistent accounts fill the queue of password hashes (docs/security/limits.md). */
describe('a flood of the hash queue from 256 networks', () => {
  let app: TestApp
  let flooding = new AbortController()
  let floods: Promise<void>[] = []
  let attempts = 0

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  /** Keeps 500 wrong sign-ins in flight, each for another account, from these addresses in turn. */
  async function flood(addressOf: (n: number) => string): Promise<void> {
    flooding = new AbortController()
    const { signal } = flooding
    floods = Array.from({ length: 500 }, async () => {
      while (!signal.aborted) {
        const n = (attempts += 1)
        const headers = basic(`inventado${n}@rede.example`, 'errada')
        const { status } = await app.client.call('authLocal', { headers, address: addressOf(n) })
        // A refused client waits before it tries again, as a client on another machine would.
        if (status === 503) await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })
    await expect.poll(() => hashing.length, { timeout: 20_000 }).toBeGreaterThan(200)
  }

  async function stop(): Promise<void> {
    flooding.abort()
    await Promise.all(floods)
  }

  const ofOneSite = (n: number) => `2001:db8:aaaa:${(n % 256).toString(16)}::1`
  const ofManySites = (n: number) => `2001:db8:${(n % 256).toString(16)}::1`

  const signIn = async (email: string, address: string, cookie?: string) =>
    (
      await app.client.call('authLocal', {
        headers: basic(email, defaultPassword),
        address,
        ...(cookie !== undefined && { cookie }),
      })
    ).outcome

  async function times<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
    const outcomes: T[] = []
    for (let n = 0; n < count; n++) outcomes.push(await work(n))
    return outcomes
  }

  test('of one /48 refuses no correct sign-in from elsewhere', { timeout: 60_000 }, async () => {
    const people = await times(12, () => app.build.user())
    await flood(ofOneSite)
    try {
      const outcomes = await times(12, (n) => signIn(people[n]?.email ?? '', `198.51.${n}.7`))
      expect(outcomes).toEqual(Array(12).fill('200'))
    } finally {
      await stop()
    }
  })

  test.each([
    ['one /48', ofOneSite],
    ['256 /48', ofManySites],
  ])(
    'of %s refuses neither known browsers nor confirmations',
    { timeout: 60_000 },
    async (_, addressOf) => {
      const { email } = await app.build.user()
      const { cookie } = await app.trips.signIn(email)
      const admin = await administratorOf(app)
      await flood(addressOf)
      try {
        expect(await times(8, () => signIn(email, '2001:db8:aaaa:1::1', cookie))).toEqual(
          Array(8).fill('200'),
        )
        const body = {
          basic: Buffer.from(`${admin.person.email}:${defaultPassword}`).toString('base64'),
        }
        expect(
          await times(8, async () => (await admin.call('userLocalAuthValidate', { body })).outcome),
        ).toEqual(Array(8).fill('200'))
      } finally {
        await stop()
      }
    },
  )
})
