import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Visitor } from '../testing/builders.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { SignedIn } from '../testing/test-trips.ts'

/** Statements that go to the database meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls
      .map(([statement]) => textOf(statement))
      .filter((text) => !isBackground(text))
  } finally {
    spy.mockRestore()
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { text } = statement as { text?: unknown }
  return typeof text === 'string' ? text : ''
}

/** Heartbeats of the listening connection, the search for messages to deliver, and the ends of transactions. */
function isBackground(text: string): boolean {
  return /^(select 1|begin|commit)$/.test(text) || text.includes('"outbox"')
}

describe('how many statements a call takes', () => {
  let app: TestApp
  let person: Visitor
  let who: SignedIn
  let initial: SignedIn

  beforeAll(async () => {
    app = await createTestApp()
    person = await app.build.consoleUser()
    initial = await app.trips.signIn(person.email)
    who = await app.trips.arrive(initial, person.at)
  })
  afterAll(() => app.close())

  test('POST /user/valid: none when warm, whatever it answers', async () => {
    await app.trips.valid(who)
    const statements = await statementsOf(async () => {
      for (let i = 0; i < 20; i++) expect((await app.trips.valid(who)).status).toBe(200)
      expect((await app.trips.valid(who, '/plan-list')).status).toBe(403)
    })
    expect(statements).toEqual([])
  })

  test('POST /user/valid: two when cold, one for the session and one for the grants', async () => {
    const cold = await app.beside()
    const statements = await statementsOf(() => cold.trips.valid(who))
    expect(statements).toHaveLength(2)
    await cold.close()
  })

  test('POST /user/initial-permissions: one, however much there is to choose from', async () => {
    const ask = () =>
      app.client.call('userInitialPermissions', {
        ...initial,
        body: { access_token: initial.token },
      })
    const few = await statementsOf(ask)
    for (let i = 0; i < 12; i++) await app.build.visitor({ user: person })
    await ask()
    let offered = 0
    const many = await statementsOf(async () => {
      offered = (await ask()).data.companies.length
    })
    expect(offered).toBe(13)
    expect([few.length, many.length]).toEqual([1, 1])
  })

  test('GET /user/sessions: one, however many sessions there are', async () => {
    const ask = () => app.client.call('userSessionList', who)
    await ask()
    const few = await statementsOf(ask)
    for (let i = 0; i < 3; i++) await app.trips.signIn(person.email)
    const many = await statementsOf(ask)
    expect((await ask()).data.sessions).toHaveLength(4)
    expect([few.length, many.length]).toEqual([1, 1])
  })

  test('issue and exchange of a code: a fixed number', async () => {
    await app.trips.valid(who)
    const statements = await statementsOf(() => app.trips.arrive(initial, person.at))
    // Offer, code and audit; then code, token, use, visit and audit.
    expect(statements).toHaveLength(8)
  })
})
