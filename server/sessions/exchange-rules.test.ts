import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditDetails } from '../audit/audit.ts'
import { SingleStatements } from '../audit/statement-writer.ts'
import type { RequestContext } from '../pipeline/call.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { after, hours, minutes, seconds } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, facts, type SessionWorld } from '../../test/testing/session-world.ts'
import { basic } from '../../test/testing/test-client.ts'
import { CodeExchange, type ExchangePlan } from './code-exchange.ts'
import { codeFinder, insertCode } from './code-queries.ts'
import type { BegunSession } from './session-service.ts'

const hash = quickHashOf('Senha')

let world: SessionWorld
let codes: CodeExchange
let person: Visitor
let begun: BegunSession

beforeAll(async () => {
  world = await createSessionWorld()
  codes = new CodeExchange(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.build.visitor({ user: await world.build.user({ hash }), spids: ['SPID1'] })
  begun = await world.begin(person.id)
})

/** Creates a code for a module, or the code of a federated sign-in, which has no place. */
async function codeFor(
  to: Visitor | 'no place' = person,
  { spid = null, lives = seconds(60) }: { spid?: string | null; lives?: number } = {},
): Promise<string> {
  const value = newHandle()
  const now = world.clock.now()
  const place =
    to === 'no place'
      ? undefined
      : {
          moduleId: to.module.id,
          companyId: to.company.id,
          spid,
          redirectUri: to.module.address,
        }
  await insertCode(world.db, {
    digest: digestOf(value),
    sessionId: begun.sessionId,
    place,
    now,
    expiresAt: after(now, lives),
  })
  return value
}

const secretOf = (of: Visitor = person) => basic(of.module.id, of.module.secret ?? '')

interface Recorded {
  event: AuditDetails
  headers: Record<string, string>
}

/** Returns the plan of an exchange. Throws the refusal if there is no plan. */
async function decide(
  value: string,
  shown: Partial<RequestContext> = secretOf(),
  recorded: Recorded = { event: {}, headers: {} },
): Promise<ExchangePlan> {
  const code = await codeFinder(world.db).run(digestOf(value))
  if (!code) throw new Problem('code-not-found')
  return codes.exchange(code, {
    request: facts(shown),
    audit: (more) => Object.assign(recorded.event, more),
    setHeader: (name, content) => (recorded.headers[name] = content),
  })
}

function write({ write: decided }: ExchangePlan): Promise<boolean> {
  const event = { operation: 'test', event: 'test.done', address: '203.0.113.5', requestId: 'test' }
  return new SingleStatements(world.db).write(decided, event)
}

/** Exchanges a code. Returns the outcome with the audit details. */
async function exchange(value: string, shown: Partial<RequestContext> = secretOf()) {
  const { event: audited, headers }: Recorded = { event: {}, headers: {} }
  try {
    const decided = await decide(value, shown, { event: audited, headers })
    expect(await write(decided)).toBe(true)
    if ('refused' in decided) throw decided.refused
    decided.onCommitted?.()
    const allowOrigin = headers['access-control-allow-origin']
    return { outcome: 'given', given: { ...decided.output, allowOrigin }, audited }
  } catch (error) {
    const { code, recorded } = Object(error) as { code?: string; recorded?: boolean }
    return { outcome: `${code}${recorded ? ', recorded' : ''}`, audited }
  }
}

const refused = 'code-not-found, recorded'
const wrongSecret = 'module-secret-invalid, recorded'
async function isAlive(token: string | undefined, browser?: string): Promise<boolean> {
  try {
    await world.guard.identify(token ?? '', browser)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'access-token-expired') return false
    throw error
  }
}

describe('a code', () => {
  test('returns a token of the session for the place and audits the user', async () => {
    const { given, audited } = await exchange(await codeFor(person, { spid: 'SPID1' }))
    expect(given?.allowOrigin).toBeUndefined()
    expect(given?.decodedToken).toMatchObject({
      user: { id: person.id },
      companies: [{ id: person.company.id }],
      module_id: person.module.id,
      company_id: person.company.id,
      spid: 'SPID1',
    })
    expect((await world.guard.identify(given?.access_token ?? '', undefined)).place).toMatchObject({
      moduleId: person.module.id,
      companyId: person.company.id,
      spid: 'SPID1',
    })
    expect(audited).toEqual({
      target: `module:${person.module.id}`,
      sessionId: begun.sessionId,
      userId: person.id,
    })
  })

  test('stores the time and token of its use, and the visit', async () => {
    const value = await codeFor()
    const { given } = await exchange(value)
    const who = await world.guard.identify(given?.access_token ?? '', undefined)
    const row = await world.db
      .selectFrom('one_time_codes')
      .select(['used_at', 'token_id'])
      .where('digest', '=', digestOf(value))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ used_at: world.clock.now(), token_id: who.tokenId })
    const visits = world.db.selectFrom('module_visits').selectAll().where('user_id', '=', person.id)
    expect(await visits.execute()).toEqual([
      {
        user_id: person.id,
        company_id: person.company.id,
        module_id: person.module.id,
        last_used_at: world.clock.now(),
      },
    ])
  })

  test('updates the visit only if the last one is a second old', async () => {
    const visitedAt = async () => {
      await exchange(await codeFor())
      const visit = world.db.selectFrom('module_visits').select('last_used_at')
      return (await visit.where('user_id', '=', person.id).executeTakeFirstOrThrow()).last_used_at
    }
    world.clock.advance(seconds(1))
    const first = await visitedAt()
    expect(first).toEqual(world.clock.now())
    world.clock.advance(seconds(1) - 1)
    expect(await visitedAt()).toEqual(first)
    world.clock.advance(1)
    expect(await visitedAt()).toEqual(world.clock.now())
  })

  test('updates a visit in the future, from a clock that ran ahead', async () => {
    world.clock.advance(minutes(10))
    expect((await exchange(await codeFor())).outcome).toBe('given')
    world.clock.advance(-minutes(10))
    expect((await exchange(await codeFor())).outcome).toBe('given')
    const visit = world.db.selectFrom('module_visits').select('last_used_at')
    const { last_used_at } = await visit.where('user_id', '=', person.id).executeTakeFirstOrThrow()
    expect(last_used_at).toEqual(world.clock.now())
  })

  test('updates the visit regardless of recent visits to other places or by other users', async () => {
    const { company, module } = person
    const places = [
      person,
      await world.build.visitor({ user: person, company }),
      await world.build.visitor({ user: person, module }),
      await world.build.visitor({ user: await world.build.user({ hash }), company, module }),
    ]
    for (const to of places) {
      begun = await world.begin(to.id)
      expect((await exchange(await codeFor(to), secretOf(to))).outcome).toBe('given')
      const visits = await world.db
        .selectFrom('module_visits')
        .select('last_used_at')
        .where('user_id', '=', to.id)
        .where('company_id', '=', to.company.id)
        .where('module_id', '=', to.module.id)
        .execute()
      expect(visits).toEqual([{ last_used_at: world.clock.now() }])
    }
  })

  test('that does not exist is refused without audit details', async () => {
    expect(await exchange(newHandle())).toEqual({ outcome: 'code-not-found', audited: {} })
  })

  test('is valid until its last millisecond', async () => {
    const [early, late] = [await codeFor(), await codeFor()]
    world.clock.advance(seconds(60) - 1)
    expect((await exchange(early)).outcome).toBe('given')
    world.clock.advance(1)
    const { outcome, audited } = await exchange(late)
    expect(outcome).toBe(refused)
    expect(audited).toEqual({ target: `module:${person.module.id}`, sessionId: begun.sessionId })
  })

  test('that is repeated is refused and revokes only the token of the first exchange', async () => {
    const value = await codeFor()
    const first = (await exchange(value)).given?.access_token
    const other = (await exchange(await codeFor())).given?.access_token
    expect([await isAlive(first), await isAlive(other)]).toEqual([true, true])
    expect((await exchange(value)).outcome).toBe(refused)
    await world.settle()
    expect([await isAlive(first), await isAlive(other)]).toEqual([false, true])
  })

  test('whose token was deleted is still refused when repeated', async () => {
    const value = await codeFor()
    await exchange(value)
    await world.db.deleteFrom('tokens').where('session_id', '=', begun.sessionId).execute()
    expect((await exchange(value)).outcome).toBe(refused)
  })

  test('is refused after its session has ended', async () => {
    const value = await codeFor(person, { lives: hours(2) })
    world.clock.advance(hours(1))
    expect((await exchange(value)).outcome).toBe(refused)
  })

  test('is refused after its grants have ended', async () => {
    const value = await codeFor()
    await world.db.deleteFrom('user_profiles').where('user_id', '=', person.id).execute()
    await world.settle()
    expect((await exchange(value)).outcome).toBe(refused)
  })

  test('is used once even if two exchanges were accepted concurrently: the second writes nothing', async () => {
    const value = await codeFor()
    const both = [await decide(value), await decide(value)] as const
    const rows = async () => [
      (await world.db.selectFrom('tokens').select('id').execute()).length,
      (await world.db.selectFrom('audit_entries').select('seq').execute()).length,
    ]
    const token = 'output' in both[0] ? both[0].output.access_token : undefined
    expect(await write(both[0])).toBe(true)
    const before = await rows()
    expect(await write(both[1])).toBe(false)
    expect(await rows()).toEqual(before)
    // A second decision finds that the code was used, so the code counts as copied.
    expect(await decide(value)).toMatchObject({ refused: { auditDetails: { tokensEnded: 1 } } })
    expect(await isAlive(token)).toBe(true)
    expect((await exchange(value)).outcome).toBe(refused)
    await world.settle()
    expect(await isAlive(token)).toBe(false)
  })
})

describe('a module with a secret', () => {
  const lastUsed = async () =>
    (
      await world.db
        .selectFrom('module_secrets')
        .select('last_used_at')
        .where('module_id', '=', person.module.id)
        .orderBy('slot')
        .execute()
    ).map(({ last_used_at }) => last_used_at)

  test('must send it with its own id', async () => {
    const value = await codeFor()
    const other = await world.build.visitor({ user: await world.build.user({ hash }) })
    const secret = person.module.secret ?? ''
    const wrong: Partial<RequestContext>[] = [
      {},
      basic(person.module.id, 'wrong'),
      basic(person.module.id, ''),
      basic(person.module.id, other.module.secret ?? ''),
      basic(other.module.id, secret),
      basic(`0${person.module.id}`, secret),
      { authorization: `Bearer ${secret}` },
      { origin: person.module.origin },
      { browser: begun.browser },
    ]
    for (const shown of wrong) expect((await exchange(value, shown)).outcome).toBe(wrongSecret)
    expect(await lastUsed()).toEqual([null])
    expect((await exchange(value)).outcome).toBe('given')
  })

  test('may use either of two secrets, and the last use of that secret is recorded', async () => {
    const second = await world.build.moduleSecret(person.module.id, 2)
    const shown = basic(person.module.id, second)
    expect((await exchange(await codeFor(), shown)).outcome).toBe('given')
    expect(await lastUsed()).toEqual([null, world.clock.now()])
  })

  test('records the last use at most once a minute', async () => {
    const stampedAt = async () => {
      expect((await exchange(await codeFor())).outcome).toBe('given')
      return lastUsed()
    }
    const first = world.clock.now()
    expect(await stampedAt()).toEqual([first])
    world.clock.advance(minutes(1))
    begun = await world.begin(person.id)
    expect(await stampedAt()).toEqual([first])
    world.clock.advance(1)
    expect(await stampedAt()).toEqual([world.clock.now()])
  })

  test('repeating a code without the secret revokes no token', async () => {
    const value = await codeFor()
    const token = (await exchange(value)).given?.access_token
    expect((await exchange(value, {})).outcome).toBe(wrongSecret)
    await world.settle()
    expect(await isAlive(token)).toBe(true)
  })
})

describe('a module without a secret', () => {
  const without = async (url?: null) =>
    world.build.visitor({
      user: person,
      company: person.company,
      module: await world.build.module({ secret: false, ...(url === null && { url }) }),
    })

  test('exchanges a code only from its own origin, which may read the response', async () => {
    const open = await without()
    const value = await codeFor(open)
    const { origin } = open.module
    for (const wrong of [undefined, 'null', `${origin}.mal.example`, origin.replace('s:', ':')])
      expect((await exchange(value, { origin: wrong })).outcome).toBe(wrongSecret)
    expect((await exchange(value, secretOf())).outcome).toBe(wrongSecret)
    expect((await exchange(value, { origin })).given?.allowOrigin).toBe(origin)
  })

  test('without an address cannot exchange a code', async () => {
    const nowhere = await without(null)
    const value = await codeFor(nowhere)
    for (const origin of [undefined, 'null', 'https://null', 'https://nowhere.example'])
      expect((await exchange(value, { origin })).outcome).toBe(wrongSecret)
  })
})

describe.each([
  ['of the console', () => world.build.consoleUser({ user: person }), 'module:1'],
  ['of a federated sign-in', () => Promise.resolve('no place' as const), undefined],
])('a code %s', (_, to, target) => {
  test('is only exchanged by the browser of its session', async () => {
    const value = await codeFor(await to())
    const thief = await world.begin((await world.build.user({ hash })).id)
    for (const browser of [undefined, '', thief.browser])
      expect((await exchange(value, { browser })).outcome).toBe(refused)
    const { given, audited } = await exchange(value, { browser: begun.browser })
    expect(given?.allowOrigin).toBeUndefined()
    expect(await isAlive(given?.access_token, begun.browser)).toBe(true)
    expect(audited.target).toBe(target ?? `session:${begun.sessionId}`)
  })

  test('is refused after its session has ended', async () => {
    const value = await codeFor(await to(), { lives: hours(2) })
    world.clock.advance(hours(1))
    expect((await exchange(value, { browser: begun.browser })).outcome).toBe(refused)
  })
})

test('the code of a federated sign-in gives the initial token and records no visit', async () => {
  const { given } = await exchange(await codeFor('no place'), { browser: begun.browser })
  expect(given?.decodedToken).toMatchObject({ module_id: null, company_id: null, functions: [] })
  const visits = world.db.selectFrom('module_visits').selectAll().where('user_id', '=', person.id)
  expect(await visits.execute()).toEqual([])
})
