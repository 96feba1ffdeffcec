import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditorProfileId } from '../../contract/constants.ts'
import { sql } from 'kysely'
import { hours } from '../shared/clock.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { defaultPassword, type Visitor } from '../../test/testing/builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { happened, writeEvent } from '../../test/testing/audit-scenario.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const listed = async (query: object, who = admin) => (await who.call('auditList', { query })).data
const idsOf = async (query: object, who = admin) =>
  (await listed(query, who)).rows.map(({ id }) => id)
/** Links a user to their company, as an invitation does. */
const employ = async ({ id, company }: Visitor) => {
  const link = { user_id: id, company_id: company.id }
  await app.db
    .insertInto('user_companies')
    .values(link)
    .onConflict((of) => of.doNothing())
    .execute()
}
const nameOf = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow())
    .name
/** Replaces the temporary password of a new user. */
const firstAccess = async (newPassword: string, response: string) => {
  const temporaryUntil = new Date(app.clock.now().getTime() + hours(24))
  const { email } = await app.build.user({ temporaryUntil })
  const { data } = await app.client.call('authLocal', { headers: basic(email, defaultPassword) })
  const secretQuestion = { user: email, question: 1, response }
  return app.client.call('userSetPassword', {
    body: {
      session: data.Session,
      email,
      oldPassword: defaultPassword,
      newPassword,
      secretQuestion,
    },
  })
}
let made = 0
/** Returns a record id without events of other tests. */
const newRecord = () => `import:${5_000_000 + (made += 1)}`

describe('reading an event', () => {
  test('returns user, record, origin, confirmation, and the values before and after', async () => {
    const service = await admin.call('serviceCreate', {
      body: { name: 'Voz da trilha', description: 'Descrição.', active: true },
    })
    const { id, version } = service.data
    const body = { name: 'Voz lida', description: 'Descrição.', active: true, version }
    await admin.call('serviceUpdate', { params: { id: String(id) }, body })
    const { rows } = await listed({ record: `service:${id}` })
    expect(rows.map(({ operation }) => operation)).toEqual(['serviceUpdate', 'serviceCreate'])
    expect(rows[0]).toMatchObject({
      event: 'service.updated',
      user: { id: admin.person.id, name: await nameOf(admin.person) },
      company: { id: admin.person.company.id, name: admin.person.company.name },
      delegation: null,
      by_token: false,
      confirmed_by: 'password',
      record: { kind: 'service', id: String(id), name: 'Voz lida' },
      before: { name: 'Voz da trilha' },
      after: { name: 'Voz lida' },
      withheld: false,
      erased: [],
      has_parts: false,
      part_of: null,
    })
    expect(rows[0]?.address).toMatch(/^10\.0\./)
    expect(typeof rows[0]?.user_agent).toBe('string')
    expect(rows[1]).toMatchObject({ before: null, after: { name: 'Voz da trilha' } })
  })

  test('returns the delegation', async () => {
    const master = await app.build.consoleUser()
    const user = await app.build.user()
    const lent = {
      userId: user.id,
      companyId: master.company.id,
      by: master.id,
      begin: app.clock.now(),
      end: null,
    }
    const id = await app.build.delegation(lent)
    const who = await app.trips.arrive(await app.trips.enter(user), master.at)
    await app.client.call('userInvalidateToken', { ...who, body: { access_token: who.token } })
    const { rows } = await listed({ user_id: String(user.id), operation: 'userInvalidateToken' })
    expect(rows[0]?.delegation).toEqual({ id, by: await nameOf(master) })
  })

  test('returns the names of all records it refers to, and of the requested record', async () => {
    const { id: userId, company } = admin.person
    const { id, token } = await app.build.apiToken({ userId, companyId: company.id })
    const record = `user:${userId}`
    await writeEvent(app.db, {
      target: record,
      before: { user_profiles: [{ company_id: company.id, profile_id: 1 }] },
      after: { revoked_api_token_id: id, company_id: 999_999 },
    })
    const { names } = await listed({ record, take: '5' })
    expect(names).toMatchObject({
      [record]: await nameOf(admin.person),
      [`company:${company.id}`]: company.name,
      [`api-token:${id}`]: `${token.slice(0, 13)}…`,
      'profile:1': expect.any(String) as string,
    })
    expect(names).not.toHaveProperty('company:999999')
    // The name of a requested record is returned even if it has no events.
    const untouched = await app.build.company()
    const empty = await listed({ record: `company:${untouched.id}` })
    expect(empty).toMatchObject({
      rows: [],
      names: { [`company:${untouched.id}`]: untouched.name },
    })
  })

  test('marks an erased value and shows the rest', async () => {
    const record = newRecord()
    const seq = await writeEvent(app.db, {
      target: record,
      after: { name: 'Fica' },
      before: { name: 'Vai' },
    })
    await sql`select erase_audit_value(${seq}, 'before')`.execute(app.db)
    const [row] = (await listed({ record })).rows
    expect(row).toMatchObject({ before: null, after: { name: 'Fica' }, erased: ['before'] })
  })

  test('shows typed values, such as an unknown e-mail, until they are erased', async () => {
    const target = `email:lida${(made += 1)}@operadora.example`
    const seq = await writeEvent(app.db, { operation: 'authLocal', target })
    const [row] = (await listed({ operation: 'authLocal', take: '5' })).rows
    expect(row?.record).toEqual({ kind: 'email', id: target.slice(6), name: null })
    await sql`select erase_audit_value(${seq}, 'target')`.execute(app.db)
    const [erased] = (await listed({ operation: 'authLocal', take: '5' })).rows
    expect(erased).toMatchObject({ id: seq, record: null, erased: ['target'] })
  })

  test('contains no module secret, password or confirmation code', async () => {
    const { id } = await app.build.module({ secret: false })
    const params = { id: String(id) }
    await admin.call('moduleSecretCreate', { params })
    const { secret } = (await admin.call('moduleSecretGet', { params })).data
    expect(secret).toBeTruthy()
    const service = { body: { name: 'Voz confirmada', description: 'Descrição.', active: true } }
    const code = await admin.confirm('serviceCreate', service)
    expect((await admin.callWith({ code }, 'serviceCreate', service)).outcome).toBe('200')
    const newPassword = 'Bom-Dia-Vizinho-1987?'
    const response = 'Colégio São José'
    expect((await firstAccess(newPassword, response)).outcome).toBe('200')
    const { rows } = await listed({ record: `module:${id}` })
    expect(rows).toHaveLength(2)
    const page = await listed({ take: '50' })
    expect(page.rows.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['userLocalValidatePassword', 'serviceCreate', 'userSetPassword']),
    )
    const whole = JSON.stringify(page)
    for (const hidden of [secret, admin.who.token, code, defaultPassword, newPassword, response])
      expect(whole).not.toContain(hidden)
  })

  test('is not audited', async () => {
    const [newest] = await idsOf({ take: '5' })
    await listed({})
    expect((await idsOf({ take: '5' }))[0]).toBe(newest)
  })
})

describe('filters', () => {
  test('select by user, company, operation and record, alone and combined', async () => {
    const [one, other] = [await app.build.consoleUser(), await app.build.consoleUser()]
    const record = newRecord()
    const of = {
      userId: one.id,
      companyId: one.company.id,
      operation: 'planUpdate',
      target: record,
    }
    const whole = await writeEvent(app.db, of)
    const strange = await writeEvent(app.db, {
      ...of,
      userId: other.id,
      companyId: other.company.id,
    })
    const elsewhere = await writeEvent(app.db, {
      ...of,
      target: newRecord(),
      operation: 'planCreate',
    })
    const [user_id, company_id] = [String(one.id), String(one.company.id)]
    expect(await idsOf({ user_id })).toEqual([elsewhere, whole])
    expect(await idsOf({ company_id })).toEqual([elsewhere, whole])
    expect(await idsOf({ operation: 'planCreate' })).toEqual([elsewhere])
    expect(await idsOf({ record })).toEqual([strange, whole])
    expect(await idsOf({ record, user_id, company_id, operation: 'planUpdate' })).toEqual([whole])
    expect(await idsOf({ record, user_id, operation: 'planCreate' })).toEqual([])
  })

  test('interpret dates as days in São Paulo, including the last one', async () => {
    const record = newRecord()
    const at = async (when: string) => {
      const seq = await writeEvent(app.db, { target: record })
      await happened(app.db, seq, when)
      return seq
    }
    await at('2026-03-10T02:59:59.999Z')
    const first = await at('2026-03-10T03:00:00Z')
    const last = await at('2026-03-12T02:59:59.999999Z')
    const after = await at('2026-03-12T03:00:00Z')
    expect(await idsOf({ record, since: '2026-03-10', until: '2026-03-11' })).toEqual([last, first])
    expect(await idsOf({ record, since: '2026-03-12', until: '2026-03-12' })).toEqual([after])
  })

  test('exclude the parts of an event by default, and find them by the event and by their own records', async () => {
    const [whole, record, another] = [newRecord(), newRecord(), newRecord()]
    const parts = [record, another].map((target) => ({
      event: 'company.created',
      target,
      after: { name: 'Parte' },
    }))
    const seq = await writeEvent(app.db, {
      target: whole,
      operation: 'importCommit',
      userId: admin.person.id,
      parts,
    })
    expect((await listed({ operation: 'importCommit' })).rows).toMatchObject([
      { id: seq, has_parts: true },
    ])
    expect((await listed({ part_of: String(seq) })).rows.map(({ part_of }) => part_of)).toEqual([
      seq,
      seq,
    ])
    expect((await listed({ record })).rows).toMatchObject([
      { part_of: seq, user: { id: admin.person.id } },
    ])
  })
})

describe('paging by position', () => {
  test('visits every event once in both directions, also with equal timestamps', async () => {
    const record = newRecord()
    const written: number[] = []
    for (let n = 0; n < 23; n++) {
      const seq = await writeEvent(app.db, { target: record })
      if (n < 14) await happened(app.db, seq, '2026-04-01T12:00:00.123456Z')
      written.push(seq)
    }
    const newestFirst = written.toReversed()
    const first = await listed({ record, take: '5' })
    const pages = [first]
    for (let page = first; page.older !== null; pages.push(page))
      page = await listed({ record, take: '5', before: page.older })
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(newestFirst)
    expect([pages.length, first.newer]).toEqual([5, null])
    let back = pages.at(-1)
    const seen: number[][] = []
    while (back?.newer) {
      back = await listed({ record, take: '5', after: back.newer })
      seen.push(back.rows.map(({ id }) => id))
    }
    expect(seen.toReversed()).toEqual([0, 5, 10, 15].map((at) => newestFirst.slice(at, at + 5)))
    // If few events are newer, the response is the first page, with the newest event at its top.
    const [, second] = pages
    const added = await writeEvent(app.db, { target: record })
    expect(await idsOf({ record, take: '10', after: second?.newer })).toEqual([
      added,
      ...newestFirst.slice(0, 9),
    ])
  })

  test('takes two statements for any number of events and records', async () => {
    const record = newRecord()
    const of = () => statementsOf(() => listed({ record, take: '50' }))
    const { company } = admin.person
    for (const company_id of [company.id, [company.id, company.id + 1], null])
      await writeEvent(app.db, { target: record, after: { company_id, user_id: admin.person.id } })
    expect(await of()).toHaveLength(2)
    expect(await statementsOf(() => listed({ operation: 'planCreate' }))).toHaveLength(1)
  })
})

describe('a user of a company', () => {
  const master = async () => {
    const person = await app.build.consoleUser({ profileId: 8 })
    await employ(person)
    return arriveInConsole(app, person)
  }

  test('reads only the events of that company, whatever the filter', async () => {
    const [own, foreign] = [await master(), await master()]
    const { id: companyId } = own.person.company
    const record = newRecord()
    const mine = await writeEvent(app.db, { target: record, companyId, userId: own.person.id })
    const theirs = await writeEvent(app.db, {
      target: record,
      companyId: foreign.person.company.id,
      userId: foreign.person.id,
      after: { name: 'Alheio' },
    })
    expect(await idsOf({ record }, own)).toEqual([mine])
    for (const query of [
      { company_id: String(foreign.person.company.id) },
      { user_id: String(foreign.person.id) },
      { record: `user:${foreign.person.id}` },
      { part_of: String(theirs) },
      // A fabricated position of another company's event.
      { company_id: String(foreign.person.company.id), before: `9999999999999999-${theirs + 1}` },
    ])
      expect(await idsOf(query, own)).toEqual([])
    const pages = JSON.stringify(
      await listed({ take: '50', before: `9999999999999999-${theirs + 1}` }, own),
    )
    expect(pages).toContain(`"id":${mine},`)
    expect(pages).not.toContain('Alheio')
  })

  test('gets no name of a record out of scope, whether referenced or requested', async () => {
    const [own, foreign] = [await master(), await master()]
    const { id: companyId, name } = own.person.company
    const record = `user:${own.person.id}`
    const theirs = { userId: foreign.person.id, companyId: foreign.person.company.id }
    const { id: tokenId } = await app.build.apiToken(theirs)
    await writeEvent(app.db, {
      target: record,
      companyId,
      userId: own.person.id,
      after: {
        company_id: [companyId, foreign.person.company.id],
        user_id: foreign.person.id,
        api_token_id: tokenId,
      },
    })
    const { names } = await listed({ record }, own)
    expect(Object.keys(names).toSorted()).toEqual([`company:${companyId}`, record].toSorted())
    expect(names[`company:${companyId}`]).toBe(name)
    for (const asked of [`company:${foreign.person.company.id}`, `user:${foreign.person.id}`])
      expect((await listed({ record: asked }, own)).names).toEqual({})
  })

  test('gets no values of records out of scope, and no details of users out of scope', async () => {
    const own = await master()
    const { id: companyId } = own.person.company
    // Adds events by an administrator in the company. They concern a user and a company that the company's users can't
    // see.
    const stranger = await app.build.consoleUser()
    const address = '203.0.113.99'
    const { id: sessionId } = await app.db
      .updateTable('sessions')
      .set({ user_agent: 'Navegador oculto' })
      .where('user_id', '=', admin.person.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    const values = {
      companyId,
      userId: admin.person.id,
      sessionId,
      address,
      after: { name: 'Oculto', email: 'oculto@x.example' },
      signed: { statement: 'assinado-oculto' },
    }
    for (const target of [
      `user:${stranger.id}`,
      `company:${stranger.company.id}`,
      'email:oculto@x.example',
    ])
      await writeEvent(app.db, { ...values, target })
    await writeEvent(app.db, { ...values })
    const page = await listed({}, own)
    expect(page.rows.slice(0, 4).map(({ withheld, user }) => [withheld, user])).toEqual(
      Array.from({ length: 4 }, () => [true, { id: admin.person.id, name: null }]),
    )
    for (const hidden of [
      'culto',
      await nameOf(stranger),
      await nameOf(admin.person),
      address,
      stranger.company.name,
    ])
      expect(JSON.stringify(page)).not.toContain(hidden)
    // Readers with full scope get the same events completely.
    const whole = JSON.stringify(await listed({ company_id: String(companyId) }))
    for (const seen of ['oculto@x.example', 'Navegador oculto', 'assinado-oculto'])
      expect(whole).toContain(seen)
  })

  test('gets all values for users in scope', async () => {
    const own = await master()
    const { id: companyId } = own.person.company
    const colleague = await app.build.consoleUser({ company: { ...own.person.company, spids: [] } })
    await employ(colleague)
    const after = { name: 'Nome novo' }
    await writeEvent(app.db, {
      companyId,
      userId: own.person.id,
      target: `user:${colleague.id}`,
      after,
    })
    const [row] = (await listed({ record: `user:${colleague.id}` }, own)).rows
    expect(row).toMatchObject({
      withheld: false,
      after,
      address: '203.0.113.7',
      user: { name: await nameOf(own.person) },
      record: { name: await nameOf(colleague) },
    })
  })

  test('can filter by the users of that company and by the company itself', async () => {
    const [own, foreign] = [await master(), await master()]
    const choose = async (
      query: { kind: 'user' | 'company'; id?: string; search?: string },
      who = own,
    ) => (await who.call('auditChoice', { query })).data.rows.map(({ id }) => id)
    expect(await choose({ kind: 'user' })).toEqual([own.person.id])
    expect(await choose({ kind: 'user', id: String(foreign.person.id) })).toEqual([])
    expect(await choose({ kind: 'company' })).toEqual([own.person.company.id])
    // A random name, because digits of a generated name could match dates or CNPJs.
    const theirs = `Nome-${randomUUID()}`
    const { id } = foreign.person.company
    await app.db.updateTable('companies').set({ name: theirs }).where('id', '=', id).execute()
    expect(await choose({ kind: 'company', search: theirs })).toEqual([])
    expect(await choose({ kind: 'company', search: theirs }, admin)).toEqual([id])
    expect(await choose({ kind: 'user', search: foreign.person.email }, admin)).toEqual([
      foreign.person.id,
    ])
  })
})

test('profile 4 reads the events of every company and writes nothing', async () => {
  const auditor = await arriveInConsole(
    app,
    await app.build.consoleUser({ profileId: auditorProfileId }),
  )
  const { id: companyId } = await app.build.company()
  const record = newRecord()
  const seq = await writeEvent(app.db, { target: record, companyId, after: { name: 'Lido' } })
  const rows = (await listed({ record }, auditor)).rows
  expect(rows).toMatchObject([{ id: seq, withheld: false, after: { name: 'Lido' } }])
  const body = { name: 'Nada', description: 'Nada.', active: true }
  expect((await auditor.call('serviceCreate', { body })).outcome).toBe('403 forbidden')
})

describe('an invalid filter is refused with a field error', () => {
  test.each([
    ['user_id', { user_id: 'ana' }],
    ['user_id', { user_id: '0' }],
    ['company_id', { company_id: '99999999999' }],
    ['operation', { operation: 'nada' }],
    ['operation', { operation: 'toString' }],
    ['operation', { operation: 'x'.repeat(500) }],
    ['record', { record: 'service' }],
    ['record', { record: 'service:12 or 1=1' }],
    ['record', { record: 'constructor:12' }],
    ['record', { record: `service:${'9'.repeat(60)}` }],
    ['since', { since: '2026-02-30' }],
    ['since', { since: '0000-01-01' }],
    ['until', { until: '0000-12-31' }],
    ['until', { until: '22/11/2026' }],
    ['until', { since: '2026-11-22', until: '2026-11-21' }],
    ['part_of', { part_of: '-1' }],
    ['before', { before: 'ontem' }],
    ['before', { before: '1-2-3' }],
    ['before', { before: `${'9'.repeat(17)}-1` }],
    ['before', { before: "1763812345123456-1';--" }],
    ['after', { before: '1-1', after: '2-2' }],
    ['take', { take: '1000' }],
    ['page', { page: '2' }],
  ])('%s of %j', async (field, query) => {
    const answer = await app.client.request(
      'GET',
      `/api/audit?${new URLSearchParams(query as Record<string, string>).toString()}`,
      admin.who,
    )
    expect(answer.outcome).toBe('400 invalid-input')
    expect(Object.keys(answer.failure.fields ?? {})).toEqual([field])
  })

  test('a position in the future or before all events is valid', async () => {
    expect(await idsOf({ before: '0-0' })).toEqual([])
    expect((await idsOf({ before: '9999999999999999-9999999999999999' })).length).toBe(10)
    expect((await idsOf({ after: '9999999999999999-1' })).length).toBe(10)
  })
})

test('one reader with many slow requests does not block others', async () => {
  const other = await administratorOf(app)
  const reads: Promise<{ outcome: string }>[] = []
  await app.db.transaction().execute(async (holding) => {
    await sql`lock table audit_entries in access exclusive mode`.execute(holding)
    for (let n = 0; n < 20; n++) reads.push(admin.call('auditList', { query: {} }))
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database() and query like '%from audit_entries e%'`.execute(app.db)
      expect(rows.length).toBeGreaterThanOrEqual(4)
    }, 15_000)
    expect((await other.call('companyList', { query: {} })).outcome).toBe('200')
  })
  for (const { outcome } of await Promise.all(reads)) expect(outcome).toBe('200')
})
