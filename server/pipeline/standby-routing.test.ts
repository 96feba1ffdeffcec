/** Which operations may read from a standby, and when. With a real standby: operating/faults/standby-reads.slow.test.ts. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import { type Endpoint, isRead } from '../../contract/endpoint.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { findFreePort } from '../../test/testing/free-port.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { type ReadResult, StandbyReads } from '../database/standby-reads.ts'
import { seconds } from '../shared/clock.ts'
import { recentWrite } from './standby-routing.ts'

const endpoints = Object.entries(api) as [Operation, Endpoint][]

const byPlan = 'what a company sees here depends on its plans, and the table is small'
const current = 'operators act on the current state'

/** Why a list and its export read from the primary. */
const onPrimary: Partial<Record<Operation, string>> = {
  serviceList: byPlan,
  moduleList: byPlan,
  functionList: byPlan,
  actionList: byPlan,
  profileList: byPlan,
  profileMakerList: byPlan,
  planList: byPlan,
  planModuleList: byPlan,
  loosePlanList: byPlan,
  seatHolderList: 'seats are decided on the primary',
  seatsOfPlanList: 'seats are decided on the primary',
  importRowList: 'shows the progress of a running import',
  apiTokenList: 'shows which tokens are still valid',
  networkLockList: current,
  messageList: current,
  dataRequestList: current,
  erasureList: current,
  accessRequestList: current,
  accessReviewList: 'shows decisions that were just made',
  accessReviewItems: 'shows decisions that were just made',
  separationRuleList: current,
  separationViolationList: 'conflicts are decided on the primary',
}

test('each list and its export declare that they read from a standby, or the reason not to is here', () => {
  const exports = endpoints.flatMap(([name, { exports: list }]) => (list ? [[name, list]] : []))
  const lists = new Set([
    ...endpoints.flatMap(([name, { table }]) => (table ? [name] : [])),
    ...exports.map(([, list]) => list),
  ])
  const declared = endpoints.flatMap(([name, { reads }]) => (reads === 'standby' ? [name] : []))
  const listsOnPrimary = Object.keys(onPrimary)
  expect(
    [...lists].filter((name) => !listsOnPrimary.includes(name as Operation)).toSorted(),
  ).toEqual(declared.filter((name) => lists.has(name)).toSorted())
  expect(declared.toSorted()).toEqual(
    [
      ...[...lists].filter((name) => !listsOnPrimary.includes(name as Operation)),
      ...exports.flatMap(([name, list]) => (listsOnPrimary.includes(list ?? '') ? [] : [name])),
    ].toSorted(),
  )
})

test('no public operation and no write reads from a standby', () => {
  for (const [name, endpoint] of endpoints.filter(([, { reads }]) => reads === 'standby')) {
    expect(isRead(endpoint), name).toBe(true)
    expect(typeof endpoint.access, name).toBe('object')
  }
})

describe('without a usable standby', () => {
  let app: TestApp
  let admin: ConsoleClient

  beforeAll(async () => {
    const standby = `postgres://portaria:x@127.0.0.1:${await findFreePort()}/db?target_session_attrs=standby`
    app = await createTestApp({ config: { databaseReadUrl: standby } })
    admin = await administratorOf(app)
  })
  afterAll(() => app.close())

  const counts = async (): Promise<Record<string, number>> => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    const found = text.matchAll(/^portaria_standby_reads_total\{result="(\w+)"\} (\d+)$/gm)
    return Object.fromEntries(
      [...found].map(([, result, count]) => [result ?? '', Number(count)] as const),
    )
  }
  /** Returns how the reads were served that happened meanwhile. */
  async function resultsOf(
    act: () => Promise<unknown>,
  ): Promise<Partial<Record<ReadResult, number>>> {
    const before = await counts()
    await act()
    return Object.fromEntries(
      Object.entries(await counts()).flatMap(([result, count]) =>
        count > (before[result] ?? 0) ? [[result, count - (before[result] ?? 0)]] : [],
      ),
    )
  }
  const list = (more: { cookie?: string; token?: string } = {}) =>
    app.client.call('companyList', { ...admin.who, ...more, query: {} })

  test('lists read from the primary at once, and the server is ready', async () => {
    const began = performance.now()
    expect(await resultsOf(async () => expect((await list()).status).toBe(200))).toEqual({
      unusable: 1,
    })
    expect(performance.now() - began).toBeLessThan(2000)
    expect((await fetch(`${app.url}/api/health/ready`)).status).toBe(200)
  })

  test('the log says why, once', async () => {
    const lines = () => app.log.filter((line) => line.includes('DATABASE_READ_URL'))
    await expect.poll(lines, { timeout: 10_000 }).toHaveLength(1)
    expect(lines()[0]).toContain('ECONNREFUSED')
  })

  test('a write marks the browser, and its lists read from the primary for 5 s', async () => {
    const created = await admin.call('serviceCreate', {
      body: { name: `Serviço ${Math.random()}`, description: 'Um serviço' },
    })
    const marker = created.headers.getSetCookie().find((one) => one.startsWith('portaria-wrote='))
    expect(marker).toMatch(/^portaria-wrote=\d+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=60$/)
    const cookie = `${admin.who.cookie}; ${marker?.split(';', 1)[0]}`
    expect(await resultsOf(() => list({ cookie }))).toEqual({ recent_write: 1 })
    app.clock.advance(recentWrite - 1)
    expect(await resultsOf(() => list({ cookie }))).toEqual({ recent_write: 1 })
    app.clock.advance(1)
    expect(await resultsOf(() => list({ cookie }))).toEqual({ unusable: 1 })
    app.clock.advance(-seconds(5))
  })

  test('a refused write marks the browser too, a read and an export do not', async () => {
    const marked = ({ headers }: { headers: Headers }) =>
      headers.getSetCookie().some((one) => one.startsWith('portaria-wrote='))
    const name = `Serviço ${Math.random()}`
    await admin.call('serviceCreate', { body: { name, description: 'Um serviço' } })
    const again = await admin.call('serviceCreate', { body: { name, description: 'Um serviço' } })
    expect(again.outcome).toBe('409 service-name-in-use')
    expect(marked(again)).toBe(true)
    expect(marked(await list())).toBe(false)
    expect(marked(await admin.call('companyListExport', { query: {} }))).toBe(false)
  })

  test('an API token reads from the primary', async () => {
    const { token } = await app.build.apiToken({
      userId: admin.person.id,
      companyId: admin.person.company.id,
    })
    expect(await resultsOf(() => app.client.call('companyList', { token, query: {} }))).toEqual({
      api_token: 1,
    })
  })

  test('a later read of a call must have data as new as those of the first one', async () => {
    const read = vi.spyOn(StandbyReads.prototype, 'read')
    const began = performance.now()
    const { status } = await admin.call('auditExport', { query: { format: 'csv' } })
    const ended = performance.now()
    const [first, second, ...more] = read.mock.calls.map(([, , since]) => since)
    read.mockRestore()
    expect([status, first, more]).toEqual([200, undefined, []])
    expect(second).toBeGreaterThan(began)
    expect(second).toBeLessThan(ended)
  })

  test('a list without the declaration does not ask for a standby', async () => {
    expect(await resultsOf(() => admin.call('serviceList', { query: {} }))).toEqual({})
  })
})

test('without DATABASE_READ_URL no cookie is set', async () => {
  const app = await createTestApp()
  const admin = await administratorOf(app)
  const body = { name: 'Serviço', description: 'Um serviço' }
  const { status, headers } = await admin.call('serviceCreate', { body })
  expect([status, headers.getSetCookie()]).toEqual([200, []])
  await app.close()
})
