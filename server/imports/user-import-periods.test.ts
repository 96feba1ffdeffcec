import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayOf, startOfDay } from '../../contract/days.ts'
import { refusalText } from '../../contract/imports.ts'
import { shownDay } from '../../contract/shown.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { zipOf } from '../../test/testing/hostile-workbook.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { personOf } from '../../test/testing/people.ts'
import { peopleScenario, type PeopleScenario } from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { after, days } from '../shared/clock.ts'

let app: TestApp
let admin: ConsoleClient
let desk: ImportDesk
let scenario: PeopleScenario
let person: Awaited<ReturnType<typeof personOf>>

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  desk = new ImportDesk(admin, 'users')
})
afterAll(() => app.close())
beforeEach(async () => {
  scenario = await peopleScenario(app)
  person = await personOf(app, [scenario.companyId])
})

const inDays = (n: number): string => dayOf(after(app.clock.now(), days(n)))
const shown = (n: number): string => shownDay(inDays(n))

/** A file with the person's profile and these days and reason. */
const fileOf = (
  { begin = '', end = '', reason = '' }: { begin?: string; end?: string; reason?: string } = {},
  profile = scenario.profile,
) =>
  [
    'E-mail;CNPJ;Perfil;Início;Fim;Motivo',
    [person.email, scenario.document, profile, begin, end, reason].join(';'),
  ].join('\n')

async function rowOf(file: string) {
  const [row] = await desk.rows(await desk.draft(file))
  return {
    outcome: row?.outcome,
    changes: Object.fromEntries((row?.changes ?? []).map((each) => [each.column, each])),
    refusals: row?.refusals.map((refusal) => refusalText(refusal)),
  }
}

async function held() {
  const { data } = await admin.call('userProfileGet', { params: { id: String(person.id) } })
  return data.user_profiles.map(({ begin_date, end_date, reason }) => ({
    begin: begin_date && dayOf(new Date(begin_date)),
    end: end_date && dayOf(new Date(end_date)),
    reason,
  }))
}
const assign = () =>
  app.build.assign({
    userId: person.id,
    profileId: scenario.profileId,
    companyId: scenario.companyId,
  })
/** Moves the end of the person's assignments into the past, also for the clock of the database. */
const expire = () =>
  app.db
    .updateTable('user_profiles')
    .set({
      begin_at: null,
      end_at: new Date(Math.min(Date.now(), app.clock.now().getTime()) - 1000),
    })
    .where('user_id', '=', person.id)
    .execute()

test('a file gives a profile with begin, end and reason, as the preview says', async () => {
  const file = fileOf({ begin: shown(1), end: shown(9), reason: 'Projeto' })
  const { outcome, changes } = await rowOf(file)
  expect(outcome).toBe('change')
  expect(changes['Prazo']).toMatchObject({ before: '', after: `de ${shown(1)} até ${shown(9)}` })
  expect(changes['Motivo']).toMatchObject({ before: '', after: 'Projeto' })
  await desk.import(file)
  expect(await held()).toEqual([{ begin: inDays(1), end: inDays(9), reason: 'Projeto' }])
  expect(await rowOf(file)).toMatchObject({ outcome: 'unchanged', changes: {} })
})

test('the period of a held profile is replaced with dates, unchanged without, and an undo restores it', async () => {
  await desk.import(fileOf({ begin: shown(0), end: shown(5), reason: 'Projeto' }))
  const first = { begin: inDays(0), end: inDays(5), reason: 'Projeto' }
  expect(await rowOf(fileOf())).toMatchObject({ outcome: 'unchanged' })
  const { outcome, changes } = await rowOf(fileOf({ end: shown(8) }))
  expect(outcome).toBe('change')
  expect(changes).toEqual({
    Prazo: { column: 'Prazo', before: `de ${shown(0)} até ${shown(5)}`, after: `até ${shown(8)}` },
    Motivo: { column: 'Motivo', before: 'Projeto', after: '' },
  })
  const done = await desk.import(fileOf({ end: shown(8) }))
  expect(await held()).toEqual([{ begin: null, end: inDays(8), reason: null }])
  expect((await desk.undo(done)).outcome).toBe('200')
  expect(await held()).toEqual([first])
})

test('an import whose period has changed since is not undone', async () => {
  await assign()
  const done = await desk.import(fileOf({ end: shown(8) }))
  const { profileId: profile_id, companyId: company_id } = scenario
  const row = { user_id: person.id, profile_id, company_id, spid: null, end_date: inDays(3) }
  await admin.call('userProfileAdd', { body: [row] })
  expect((await desk.undo(done)).outcome).toBe('409 import-changed-since')
  expect(await held()).toMatchObject([{ end: inDays(3) }])
})

test('a profile that has ended is given again, and an undo removes it', async () => {
  await assign()
  await expire()
  const { changes } = await rowOf(fileOf())
  expect(Object.keys(changes)).toEqual(['Perfil'])
  const done = await desk.import(fileOf())
  expect(await held()).toEqual([{ begin: null, end: null, reason: null }])
  await desk.undo(done)
  expect(await held()).toEqual([])
})

test('the audit log has the periods before and after', async () => {
  await assign()
  await desk.import(fileOf({ end: shown(8), reason: 'Projeto' }))
  const event = await lastEvent(app.db)
  expect(event).toMatchObject({
    event: 'user-profile.given',
    target: `user:${person.id}`,
    before: { period: { begin_date: null, end_date: null, reason: null } },
    after: { period: { begin_date: null, end_date: inDays(8), reason: 'Projeto' } },
  })
})

describe('invalid values', () => {
  test.each([
    ['31/02/2027', 'Informe a data como DD/MM/AAAA.'],
    ['12/31/2027', 'Informe a data como DD/MM/AAAA.'],
    ['31/12/27', 'Informe a data como DD/MM/AAAA.'],
    ['amanhã', 'Informe a data como DD/MM/AAAA.'],
    ['46387', 'Informe a data como DD/MM/AAAA.'],
    ['01/01/2020', 'Data de fim não pode ser menor que a data atual'],
    ['01/01/2999', 'Informe uma data dentro dos próximos 10 anos.'],
  ])('%s is refused by column and cell', async (end, sentence) => {
    expect((await rowOf(fileOf({ end }))).refusals).toEqual([`Fim (E2): ${sentence}`])
  })

  test('days without a profile, a begin in the past and days of the administrator profile are refused', async () => {
    expect((await rowOf(fileOf({ end: shown(3) }, ''))).refusals).toEqual([
      'Perfil (C2): Informe o perfil.',
    ])
    expect((await rowOf(fileOf({ begin: shown(-1) }))).refusals).toEqual([
      'Início (D2): Data de início não pode ser menor que a data atual',
    ])
    expect((await rowOf(fileOf({ end: shown(3) }, '1'))).refusals).toHaveLength(1)
  })

  test('YYYY-MM-DD, as some spreadsheets export days, is read', async () => {
    await desk.import(fileOf({ end: inDays(4) }))
    expect(await held()).toMatchObject([{ end: inDays(4) }])
  })
})

describe('a workbook', () => {
  const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const inline = (at: string, text: string) =>
    `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  /** A workbook with the person's profile and this cell of the column 'Fim'. */
  const workbook = (end: string, properties = '') => {
    const titles = ['E-mail', 'CNPJ', 'Perfil', 'Fim'].map((title, at) =>
      inline(`${'ABCD'[at]}1`, title),
    )
    const cells = [person.email, scenario.document, scenario.profile].map((text, at) =>
      inline(`${'ABC'[at]}2`, text),
    )
    return zipOf({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<workbook xmlns:r="r">${properties}<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${kind}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${kind}/styles" Target="styles.xml"/></Relationships>`,
      'xl/styles.xml':
        '<styleSheet><cellXfs count="2"><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${titles.join('')}</row><row r="2">${cells.join('')}${end}</row></sheetData></worksheet>`,
    })
  }
  const numbered = (since: string) => (Date.parse(inDays(4)) - Date.parse(since)) / 86_400_000

  test.each<[string, () => Uint8Array<ArrayBuffer>]>([
    ['a date', () => workbook(`<c r="D2" s="1"><v>${numbered('1899-12-30')}</v></c>`)],
    [
      'a date of a workbook that counts from 1904',
      () =>
        workbook(
          `<c r="D2" s="1"><v>${numbered('1904-01-01')}</v></c>`,
          '<workbookPr date1904="1"/>',
        ),
    ],
    ['an ISO date', () => workbook(`<c r="D2" t="d"><v>${inDays(4)}T00:00:00</v></c>`)],
    ['a text', () => workbook(inline('D2', shown(4)))],
  ])('%s is read as a day', async (_, file) => {
    await desk.import(file())
    expect(await held()).toMatchObject([{ end: inDays(4) }])
  })

  test.each([
    ['a day with a time', '<c r="D2" s="1"><v>46387.5</v></c>', 'em uma data'],
    ['an error', '<c r="D2" t="e"><v>#N/A</v></c>', '#N/A'],
    [
      'a formula that was not calculated',
      '<c r="D2" s="1"><f>TODAY()</f></c>',
      'não foi calculada',
    ],
    ['a number without the format of a date', '<c r="D2"><v>46387</v></c>', 'DD/MM/AAAA'],
  ])('%s is refused, not read as blank', async (_, cell, sentence) => {
    const [row] = await desk.rows(await desk.draft(workbook(cell)))
    expect(row?.refusals.map((refusal) => refusalText(refusal))).toEqual([
      expect.stringMatching(new RegExp(`^Fim \\(D2\\): .*${sentence}`)),
    ])
  })
})

describe('the export of users', () => {
  const exported = async () => {
    const { text } = await admin.call('userExport', { query: { email: person.email } })
    return {
      text,
      lines: parse<Record<string, string>>(text, { delimiter: ';', bom: true, columns: true }),
    }
  }

  test('is imported again without changes', async () => {
    await desk.import(fileOf({ begin: shown(0), end: shown(5), reason: '=Projeto, -2' }))
    app.clock.advance(days(0.01))
    const { text, lines } = await exported()
    expect(lines).toMatchObject([{ Início: shown(0), Fim: shown(5) }])
    const draft = await desk.draft(text)
    expect(draft.totals).toMatchObject({ rows: 1, unchanged: 1 })
  })

  test('has no profiles that have ended', async () => {
    await assign()
    await expire()
    const { lines } = await exported()
    expect(lines).toMatchObject([{ 'E-mail': person.email, Perfil: '', Fim: '' }])
  })
})

test('the last day of an imported period ends at its last millisecond in São Paulo', async () => {
  await desk.import(fileOf({ end: shown(3) }))
  const row = await app.db
    .selectFrom('user_profiles')
    .select('end_at')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(row.end_at?.getTime()).toBe((startOfDay(inDays(4))?.getTime() ?? 0) - 1)
})
