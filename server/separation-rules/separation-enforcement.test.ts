import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditorProfileId, masterProfileId } from '../../contract/constants.ts'
import { dayOf, startOfDay } from '../../contract/days.ts'
import { refusalText } from '../../contract/imports.ts'
import { shownDay } from '../../contract/shown.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { personOf } from '../../test/testing/people.ts'
import { peopleFile, personLine } from '../../test/testing/people-scenario.ts'
import {
  separationScenario,
  type SeparationScenario,
} from '../../test/testing/separation-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days } from '../shared/clock.ts'

let app: TestApp
let admin: ConsoleClient
let scenario: SeparationScenario

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  scenario = await separationScenario(app)
})

const inDays = (n: number): string => dayOf(after(app.clock.now(), days(n)))
const lastOf = (day: string): Date => {
  const next = startOfDay(dayOf(after(new Date(`${day}T12:00:00Z`), days(1))))
  return new Date((next?.getTime() ?? 0) - 1)
}
const give = (...rows: ReturnType<SeparationScenario['row']>[]) =>
  admin.call('userProfileAdd', { body: rows })
/** Creates and signs in a master user of the scenario's company. */
const masterOf = async ({ companyId: id, company: name }: SeparationScenario) =>
  arriveInConsole(app, await app.build.consoleUser({ company: { id, name, spids: [] } }))
const heldBy = async (id: number) =>
  (await admin.call('userProfileGet', { params: { id: String(id) } })).data.user_profiles.map(
    ({ profile_id }) => profile_id,
  )
const refusal = ({ rule, other }: SeparationScenario) =>
  `A regra “${rule}” não permite este perfil junto com “${other}”.`

describe('a grant', () => {
  test('that completes a pair is refused with the rule and the other profile, and changes nothing', async () => {
    const { otherId, profileId, person, row } = scenario
    await give(row(otherId))
    const answer = await give(row(profileId))
    expect(answer.outcome).toBe('409 duties-conflict')
    expect(answer.failure?.fields).toEqual({ 0: refusal(scenario) })
    expect(await heldBy(person.id)).toEqual([otherId])
  })

  test('names each refused row of a bulk write, which changes nothing', async () => {
    const { otherId, profileId, companyId, row } = scenario
    const second = await personOf(app, [companyId])
    const third = await personOf(app, [companyId])
    await give(row(otherId), { ...row(otherId), user_id: third.id })
    const answer = await give({ ...row(profileId), user_id: second.id }, row(profileId), {
      ...row(profileId),
      user_id: third.id,
    })
    expect(answer.failure?.fields).toEqual({ 1: refusal(scenario), 2: refusal(scenario) })
    expect(await heldBy(second.id)).toEqual([])
  })

  test('of both profiles at once is refused at the second one, and after the first is taken it is accepted', async () => {
    const { otherId, profileId, person, row } = scenario
    expect((await give(row(otherId), row(profileId))).failure?.fields).toEqual({
      1: refusal(scenario),
    })
    await give(row(otherId))
    const body = { taken: [row(otherId)], given: [row(profileId)] }
    expect((await admin.call('userProfileUpdate', { body })).outcome).toBe('200')
    expect(await heldBy(person.id)).toEqual([profileId])
  })

  test('counts an assignment that has not begun', async () => {
    const { otherId, profileId, row } = scenario
    await give(row(otherId, { begin_date: inDays(20) }))
    expect((await give(row(profileId, { end_date: inDays(5) }))).outcome).toBe(
      '409 duties-conflict',
    )
  })

  test('does not count an assignment that has ended', async () => {
    const { otherId, profileId, companyId, person, row } = scenario
    await app.db
      .insertInto('user_profiles')
      .values({
        user_id: person.id,
        profile_id: otherId,
        company_id: companyId,
        end_at: after(app.clock.now(), -days(2)),
      })
      .execute()
    expect((await give(row(profileId))).outcome).toBe('200')
    expect((await give(row(otherId))).outcome).toBe('409 duties-conflict')
  })

  test('of the pair in two companies is accepted', async () => {
    const { otherId, profileId, moduleId, person, row } = scenario
    const { id: company_id } = await app.build.company()
    await app.build.plan({ companyId: company_id, moduleId })
    const link = { user_id: person.id, company_id }
    await app.db.insertInto('user_companies').values(link).execute()
    await give(row(otherId))
    expect((await give({ ...row(profileId), company_id })).outcome).toBe('200')
  })

  test('by a master user does not name a profile that the master user may not see', async () => {
    const { profileId, companyId, person, row } = scenario
    const master = await masterOf(scenario)
    await app.build.assign({ userId: person.id, profileId: masterProfileId, companyId })
    await app.build.separationRule({ profiles: [profileId, masterProfileId] })
    const answer = await master.call('userProfileAdd', { body: [row(profileId)] })
    expect(answer.outcome).toBe('409 duties-conflict')
    expect(answer.failure?.fields?.['0']).toMatch(/junto com outro perfil desta pessoa\.$/)
  })

  test('with a new account names the row of the form', async () => {
    const { otherId, profileId, companyId } = scenario
    const profiles = [otherId, profileId].map((profile_id) => ({
      profile_id,
      company_id: companyId,
      spid: null,
    }))
    const body = {
      name: 'Nova Pessoa',
      email: `${crypto.randomUUID()}@operadora.example`,
      phone_number: '5541987650001',
      company_id: [companyId],
      profiles,
    }
    const answer = await admin.call('userCreate', { body })
    expect(answer.outcome).toBe('409 duties-conflict')
    expect(answer.failure?.fields).toEqual({ 'profiles.1': refusal(scenario) })
  })

  test('is previewed as refused', async () => {
    const { otherId, profileId, row } = scenario
    await give(row(otherId))
    const { data } = await admin.call('accessEffectForesee', {
      body: { operation: 'userProfileAdd', params: {}, body: [row(profileId)] },
    })
    expect(data.refused).toMatchObject({
      code: 'duties-conflict',
      fields: { 0: refusal(scenario) },
    })
  })
})

describe('an existing violation', () => {
  beforeEach(async () => {
    const { db } = app
    const active = (value: boolean) =>
      db
        .updateTable('separation_rules')
        .set({ active: value })
        .where('id', '=', scenario.ruleId)
        .execute()
    await active(false)
    await give(scenario.row(scenario.otherId), scenario.row(scenario.profileId))
    await active(true)
  })

  test('may be given an end, and not a later one', async () => {
    const { profileId, row } = scenario
    expect((await give(row(profileId, { end_date: inDays(9) }))).outcome).toBe('200')
    expect((await give(row(profileId, { end_date: inDays(5) }))).outcome).toBe('200')
    const answer = await give(row(profileId, { end_date: inDays(6) }))
    expect(answer.failure?.fields).toEqual({ 0: refusal(scenario) })
  })

  test('does not prevent grants that the rule does not name', async () => {
    const { row, moduleId } = scenario
    const free = await app.build.profile({ moduleId })
    expect((await give(row(free))).outcome).toBe('200')
  })
})

describe('an exception', () => {
  test('allows the pair to an assignment that ends by its end', async () => {
    const { otherId, profileId, ruleId, companyId, person, row } = scenario
    await give(row(otherId))
    const day = inDays(10)
    const of = { ruleId, userId: person.id, companyId, end: lastOf(day) }
    await app.build.separationException(of)
    const told = `${refusal(scenario)} A exceção vale até ${shownDay(day)}: informe um fim até este dia.`
    expect((await give(row(profileId))).failure?.fields).toEqual({ 0: told })
    expect((await give(row(profileId, { end_date: inDays(11) }))).failure?.fields).toEqual({
      0: told,
    })
    expect((await give(row(profileId, { end_date: day }))).outcome).toBe('200')
  })

  test('that has ended allows nothing', async () => {
    const { otherId, profileId, ruleId, companyId, person, row } = scenario
    await give(row(otherId))
    const end = after(app.clock.now(), -days(1))
    const createdAt = after(app.clock.now(), -days(9))
    await app.build.separationException({ ruleId, userId: person.id, companyId, end, createdAt })
    expect((await give(row(profileId, { end_date: inDays(1) }))).failure?.fields).toEqual({
      0: refusal(scenario),
    })
  })
})

describe('a delegation', () => {
  test('is refused if it would complete a pair', async () => {
    const { profileId, companyId, person, row } = scenario
    await app.build.separationRule({ profiles: [profileId, masterProfileId] })
    await give(row(profileId))
    const master = await masterOf(scenario)
    const lent = { user_id: person.id, company_id: companyId, profiles: [masterProfileId] }
    const answer = await master.call('delegationCreate', {
      body: { ...lent, begin_date: inDays(3), end_date: inDays(9) },
    })
    expect(answer.outcome).toBe('409 duties-conflict')
    expect(answer.failure?.fields).toMatchObject({
      user_id: expect.stringContaining('não permite este perfil junto com') as string,
    })
  })

  test('that is open counts for a grant', async () => {
    const { profileId, companyId, person, row } = scenario
    await app.build.separationRule({ profiles: [profileId, masterProfileId] })
    const { person: master } = await masterOf(scenario)
    await app.build.delegation({
      userId: person.id,
      companyId,
      by: master.id,
      begin: after(app.clock.now(), days(2)),
      end: null,
    })
    expect((await give(row(profileId))).outcome).toBe('409 duties-conflict')
  })
})

describe('a rule on functions', () => {
  async function functionsOf() {
    const { profileId, otherId, moduleId, otherModuleId } = scenario
    const [pay, approve] = [
      await app.build.holdFunction(profileId, moduleId, `/${crypto.randomUUID()}`),
      await app.build.holdFunction(otherId, otherModuleId, `/${crypto.randomUUID()}`),
    ]
    await app.db.deleteFrom('separation_rules').where('id', '=', scenario.ruleId).execute()
    return { pay, approve, ruleId: await app.build.separationRule({ functions: [pay, approve] }) }
  }

  test('refuses a second profile with the other function', async () => {
    await functionsOf()
    await give(scenario.row(scenario.otherId))
    expect((await give(scenario.row(scenario.profileId))).outcome).toBe('409 duties-conflict')
  })

  test('refuses a function for a profile with the list of its users, and changes nothing', async () => {
    const { approve } = await functionsOf()
    const { profileId, otherModuleId, person, companyId, company, row } = scenario
    const third = await app.build.profile({ moduleId: otherModuleId })
    const second = await personOf(app, [companyId])
    const rows = [row(profileId), row(third)]
    await give(...rows, ...rows.map((each) => ({ ...each, user_id: second.id })))
    const body = { profile_id: third, function_id: [approve] }
    const answer = await admin.call('profileFunctionAdd', { body })
    expect(answer.outcome).toBe('409 duties-conflict')
    const users = await app.db
      .selectFrom('users')
      .select('name')
      .where('id', 'in', [person.id, second.id])
      .execute()
    for (const { name } of users)
      expect(answer.failure?.fields?.['function_id']).toContain(`${name} (${company})`)
    const { data } = await admin.call('profileFunctionList', { params: { id: String(third) } })
    expect(data.functions).toEqual([])
  })
})

describe('an import', () => {
  const rowsOf = async (desk: ImportDesk, file: string) =>
    (await desk.rows(await desk.draft(file))).map(({ outcome, refusals }) => ({
      outcome,
      refusals: refusals.map((each) => refusalText(each)),
    }))

  test('refuses the row that completes a pair with the person or with an earlier row', async () => {
    const { otherId, profile, other, document, person, row, rule } = scenario
    const desk = new ImportDesk(admin, 'users')
    await give(row(otherId))
    const email = `nova${crypto.randomUUID()}@operadora.example`
    const line = personLine({ email: person.email, document, profile })
    const [held] = await rowsOf(desk, peopleFile(line))
    expect(held?.outcome).toBe('refused')
    expect(held?.refusals.join()).toContain(`A regra “${rule}” não permite este perfil`)
    const lines = [other, profile].map((each) => personLine({ email, document, profile: each }))
    const both = await rowsOf(desk, peopleFile(...lines))
    // Refused rows come first.
    expect(both.map(({ outcome }) => outcome)).toEqual(['refused', 'create'])
    expect(both[0]?.refusals.join()).toContain(`junto com “${other}”`)
  })
})

test('profile 4 reads rules and violations, and a master user reads neither', async () => {
  const { ruleId } = scenario
  const auditor = await arriveInConsole(
    app,
    await app.build.consoleUser({ profileId: auditorProfileId }),
  )
  const params = { id: String(ruleId) }
  const query = { take: '50' } as const
  expect((await auditor.call('separationRuleList', { query })).outcome).toBe('200')
  expect((await auditor.call('separationViolationList', { params, query })).outcome).toBe('200')
  const body = { name: 'Outro nome', active: false }
  expect((await auditor.call('separationRuleUpdate', { params, body })).outcome).toBe(
    '403 forbidden',
  )
  const master = await masterOf(scenario)
  expect((await master.call('separationRuleList', { query })).outcome).toBe('403 forbidden')
})
