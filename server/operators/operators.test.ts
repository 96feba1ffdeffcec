import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleModuleId, masterProfileId } from '../../contract/constants.ts'
import { holderOf, administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { newOperator } from '../../test/testing/endpoint-fixtures/operators.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Creates a plan with this many seats of a module, without companies. */
async function planOf(moduleId: number, seats: number): Promise<number> {
  const { id } = await app.build.company()
  const planId = await app.build.plan({ companyId: id, moduleId, seats })
  await app.db.deleteFrom('plan_companies').where('plan_id', '=', planId).execute()
  return planId
}

const stored = (document: string) =>
  app.db.selectFrom('companies').select(['id', 'active']).where('document', '=', document).execute()

const personOf = (email: string) =>
  app.db
    .selectFrom('users')
    .select(['id', 'name', 'company_id'])
    .where('email', '=', email)
    .execute()

/** Counts the rows of all tables that make up an operator. */
async function counts() {
  const tables = [
    'companies',
    'spids',
    'plan_companies',
    'loose_plans',
    'users',
    'user_profiles',
    'outbox',
  ] as const
  return Promise.all(
    tables.map(async (table) => (await app.db.selectFrom(table).selectAll().execute()).length),
  )
}

describe('POST /operator', () => {
  test('creates company, SPIDs, plans, loose plans and the invited master user, bound to the company', async () => {
    const moduleId = (await app.build.module({ secret: false })).id
    const plan = await planOf(moduleId, 7)
    const body = { ...newOperator(), plan_id: [plan, plan] }
    const { data } = await admin.call('operatorCreate', { body })
    const [company] = await stored(body.document)
    expect(company).toEqual({ id: data.company_id, active: true })
    const of = { params: { companyId: String(data.company_id) } }
    const seats = (await admin.call('seatsOfCompany', of)).data.modules
    expect(
      seats.map(({ module, limit, used, free }) => [module.id, limit, used, free]).toSorted(),
    ).toEqual([
      [consoleModuleId, 1, 1, 0],
      [moduleId, 7, 0, 7],
    ])
    const [person] = await personOf(body.user_email)
    expect(person).toMatchObject({ name: body.user_name, company_id: data.company_id })
    const held = app.db.selectFrom('user_profiles').select(['profile_id', 'company_id', 'spid'])
    expect(await held.where('user_id', '=', person?.id ?? 0).execute()).toEqual([
      { profile_id: masterProfileId, company_id: data.company_id, spid: null },
    ])
    const mails = app.db.selectFrom('outbox').select('subject')
    expect(await mails.where('recipient', '=', body.user_email).execute()).toContainEqual({
      subject: 'Seu convite para a Gestão de Acesso',
    })
  })

  test('sets the phone and code of the master user', async () => {
    const body = { ...newOperator(), phone_number: '5541900002222', code: 'ARA7' }
    expect((await admin.call('operatorCreate', { body })).outcome).toBe('200')
    const typed = app.db.selectFrom('users').select(['phone_number', 'code'])
    expect(await typed.where('email', '=', body.user_email).execute()).toEqual([
      { phone_number: '5541900002222', code: 'ARA7' },
    ])
  })

  test('records one event, and below it the event of each part as if the part were created alone', async () => {
    const moduleId = (await app.build.module({ secret: false })).id
    const body = { ...newOperator(), plan_id: [await planOf(moduleId, 7)] }
    const { data } = await admin.call('operatorCreate', { body })
    const events = app.db.selectFrom('audit_events')
    const whole = await events
      .select(['seq', 'target', 'after', 'operation', 'confirmed_by'])
      .where('event', '=', 'operator.created')
      .where('target', '=', `company:${data.company_id}`)
      .executeTakeFirstOrThrow()
    const [person] = await personOf(body.user_email)
    expect(whole).toMatchObject({
      operation: 'operatorCreate',
      after: { company_id: data.company_id, user_id: person?.id },
    })
    expect(whole.confirmed_by).not.toBeNull()
    const parts = await events
      .select(['event', 'target', 'after'])
      .where('part_of', '=', whole.seq)
      .orderBy('seq')
      .execute()
    expect(parts.map(({ event }) => event)).toEqual([
      'company.created',
      'plan-company.added',
      'loose-plan.created',
      'user.created',
      'user-profile.given',
    ])
    expect(parts[0]).toMatchObject({
      target: `company:${data.company_id}`,
      after: { document: body.document },
    })
    expect(parts[1]).toMatchObject({
      target: `plan:${body.plan_id[0]}`,
      after: { company_id: [data.company_id] },
    })
    expect(parts[3]?.target).toBe(`email:${body.user_email}`)
    expect(parts[4]?.target).toBe(`user:${person?.id}`)
  })

  test('creates nothing if the last part is refused: a master user needs a seat of the console', async () => {
    const body = { ...newOperator(), loose_plans: [] }
    const before = await counts()
    expect((await admin.call('operatorCreate', { body })).outcome).toBe('409 seat-limit-exceeded')
    expect(await counts()).toEqual(before)
  })

  test('names fields as in its form: the e-mail of the user differs from that of the company', async () => {
    const body = { ...newOperator(), user_email: admin.person.email }
    const taken = await admin.call('operatorCreate', { body })
    expect(taken.outcome).toBe('409 user-email-in-use')
    expect(Object.keys(taken.failure?.fields ?? {})).toEqual(['user_email'])
    const { document } = newOperator()
    await admin.call('operatorCreate', { body: { ...newOperator(), document } })
    const again = await admin.call('operatorCreate', { body: { ...newOperator(), document } })
    expect(again.outcome).toBe('409 company-document-in-use')
    expect(Object.keys(again.failure?.fields ?? {})).toEqual(['document'])
  })

  test('checks every part by its own rules, and accepts a module only once', async () => {
    const row = { module_id: consoleModuleId, limit: 1 }
    const { failure } = await admin.call('operatorCreate', {
      body: {
        ...newOperator(),
        document: '11111111111111',
        user_name: 'Iracema',
        loose_plans: [row, row],
      },
    })
    expect(failure?.fields).toMatchObject({
      document: expect.any(String),
      user_name: 'Preencha o campo nome completo!',
      loose_plans: 'Cada módulo só pode ser informado uma vez.',
    })
  })

  test('is allowed to administrators only, whatever screens the caller holds', async () => {
    const holder = await holderOf(app, ['/operator-create'])
    const body = newOperator()
    expect((await holder.call('operatorCreate', { body })).outcome).toBe('403 forbidden')
    expect((await holder.call('operatorPreview', { body })).outcome).toBe('403 forbidden')
    expect(await stored(body.document)).toEqual([])
  })

  test('of two concurrent calls with one CNPJ, one succeeds', async () => {
    const { document } = newOperator()
    const answers = await Promise.all(
      [1, 2].map(() => admin.call('operatorCreate', { body: { ...newOperator(), document } })),
    )
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 company-document-in-use',
    ])
    expect(await stored(document)).toHaveLength(1)
  })
})

describe('POST /operator/preview', () => {
  test('returns the seats of each module, including that of the master user, and stores nothing', async () => {
    const moduleId = (await app.build.module({ secret: false })).id
    const body = {
      ...newOperator(),
      plan_id: [await planOf(moduleId, 7)],
      loose_plans: [
        { module_id: consoleModuleId, limit: 4 },
        { module_id: moduleId, limit: 2 },
      ],
    }
    const before = await counts()
    const { data } = await admin.call('operatorPreview', { body })
    expect(
      data.modules
        .map(({ module, limit, used, free }) => [module.id, limit, used, free])
        .toSorted(),
    ).toEqual([
      [consoleModuleId, 4, 1, 3],
      [moduleId, 9, 0, 9],
    ])
    expect(await counts()).toEqual(before)
  })
})
