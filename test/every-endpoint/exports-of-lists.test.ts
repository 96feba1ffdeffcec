import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import type { Endpoints } from '../../contract/endpoint.ts'
import { filtersOf } from '../../contract/list.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import { type Endpoint, grantsFor } from '../../contract/endpoint.ts'
import { auditorProfileId, supportProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../testing/console-client.ts'
import { lastEvent } from '../testing/last-event.ts'
import { type OpenList, valuesOf } from '../testing/list-fixtures/list-fixture.ts'
import { listFixtures } from '../testing/fixtures.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const endpoints: Endpoints = api
const page = z.object({
  rows: z.array(z.looseObject({})),
  pagination: z.object({ totalPage: z.int() }),
})

describe.each(Object.values(listFixtures))('$operation', ({ operation, open }) => {
  const { path, table, query: schema } = api[operation]
  const exportOperation = `${operation}Export`
  let app: TestApp
  let list: OpenList
  let admin: ConsoleClient
  /** Two company users: one with every screen, and one with a single screen that shows no list. */
  let colleague: ConsoleClient
  let powerless: ConsoleClient
  /** Users who also get the columns with `everyCompanyOnly`. */
  let seesAll: ConsoleClient[]

  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    list = await open(app, admin)
    colleague = await holderOf(app, Object.keys(screens) as ScreenPath[])
    powerless = await holderOf(app, ['/secret-management'])
    seesAll = [admin]
  })
  afterAll(() => app.close())

  const filled = () =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => list.params?.[name] ?? list.params?.id ?? '')
  const ask = (who: ConsoleClient, at: string, query: Record<string, string>) =>
    app.client.request('GET', `/api${at}?${new URLSearchParams(query).toString()}`, who.who)

  /** Returns the rows of all pages, or the refusal. */
  async function shownTo(who: ConsoleClient, query: Record<string, string>) {
    const columns = table.columns.filter(
      ({ everyCompanyOnly }) => seesAll.includes(who) || !everyCompanyOnly,
    )
    const lines = [columns.map(({ header }) => header)]
    for (let number = 1; ; number += 1) {
      const answer = await ask(who, filled(), { ...query, page: String(number), take: '5' })
      if (answer.status !== 200) return answer.outcome
      const { rows, pagination } = page.parse(answer.data)
      lines.push(...rows.map((row) => columns.map(({ text }) => String(text(row as never) ?? ''))))
      if (number >= pagination.totalPage) return lines
    }
  }

  /** Returns the rows of the export with formulas unescaped, or the refusal. */
  async function exportedTo(who: ConsoleClient, query: Record<string, string>) {
    const answer = await ask(who, `/export${filled()}`, query)
    if (answer.status !== 200) return answer.outcome
    return parse(answer.text, { delimiter: ';', bom: true })
  }

  test('is exported completely: columns, rows and order, as filtered and searched', async () => {
    const [row] = await list.page({ take: '5' }).then(({ rows }) => rows)
    const queries: Record<string, string>[] = [
      {},
      { order: 'desc' },
      { search: 'a' },
      ...schema.shape.sort.unwrap().options.map((sort) => ({ sort })),
      ...filtersOf(schema).map((name) => ({ [name]: (row && valuesOf(row, name)[0]) ?? '' })),
    ]
    for (const query of queries) {
      const lines = await exportedTo(admin, query)
      expect(lines, JSON.stringify(query)).toEqual(await shownTo(admin, query))
      expect(lines).toBeInstanceOf(Array)
      const event = await lastEvent(app.db)
      expect(event).toMatchObject({ event: 'list.exported', operation: exportOperation })
      expect(event.after).toMatchObject({ rows: lines.length - 1 })
    }
  })

  test('is exported to other users within their scope, and refused if the list is refused', async () => {
    for (const query of [{}, { search: 'o', order: 'desc' }])
      expect(await exportedTo(colleague, query)).toEqual(await shownTo(colleague, query))
    expect(await exportedTo(powerless, {})).toBe('403 forbidden')
    expect(await shownTo(powerless, {})).toBe('403 forbidden')
    expect(endpoints[exportOperation]?.access).toEqual(endpoints[operation]?.access)
  })

  test('is exported to callers with only one of its grants, and to profiles 3 and 4 within their scope', async () => {
    const { access }: Endpoint = api[operation]
    const opening = typeof access === 'string' ? [] : grantsFor(access)
    const callers = await Promise.all(
      [...new Set(opening.map(({ screen }) => screen))].map((screen) => holderOf(app, [screen])),
    )
    const [support, auditor] = await Promise.all([
      readerOf(app, supportProfileId),
      readerOf(app, auditorProfileId),
    ])
    if ((await ask(auditor, filled(), {})).status === 200) seesAll.push(auditor)
    for (const who of [...callers, support, auditor])
      expect(await exportedTo(who, {})).toEqual(await shownTo(who, {}))
  })
})

const readerOf = async (app: TestApp, profileId: number) =>
  arriveInConsole(app, await app.build.consoleUser({ profileId }))

test('every endpoint with pages of rows has an export', () => {
  const paged = Object.entries(endpoints).filter(([, { query }]) => query && 'take' in query.shape)
  const exported = Object.values(endpoints).flatMap(({ exports }) => exports ?? [])
  // The search for users has a request body; its export includes their profiles (decision 32).
  const lists = [...paged.map(([operation]) => operation), 'userSearch']
  expect(exported.toSorted()).toEqual(lists.toSorted())
})
