/** Counters at /metrics (rulings §9). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { version } from '../shared/version.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Returns the values of a metric by their labels. */
async function counted(metric: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${metric}{`))
  return new Map(
    lines.map((line): [string, number] => {
      const [, labels = '', value] = /\{(.*)\} (\S+)$/.exec(line) ?? []
      return [labels, Number(value)]
    }),
  )
}

test('each response is counted once, by operation and status, even if the metrics are read several times', async () => {
  const validate = (access_token: unknown) =>
    fetch(`${app.url}/api/user/token-validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ access_token }),
    })
  for (const token of ['none', 'none', 7]) await validate(token)
  await fetch(`${app.url}/api/sign-in-options`)
  const { token, cookie } = await app.trips.enter(await app.build.user())
  // The first call fills the cache, and the fast path serves the others (fast-path.ts).
  for (let times = 0; times < 3; times += 1) await app.trips.validate(token, cookie)
  await counted('portaria_requests_total')
  const counts = await counted('portaria_requests_total')
  expect(counts.get('operation="userTokenValidate",status="401"')).toBe(2)
  expect(counts.get('operation="userTokenValidate",status="400"')).toBe(1)
  expect(counts.get('operation="signInOptions",status="200"')).toBe(1)
  expect(counts.get('operation="userValidate",status="200"')).toBe(3)
  expect(counts.get('operation="other",status="200"')).toBe(1)
})

test('the build is named by its version', async () => {
  const built = await counted('portaria_build_info')
  expect([...built]).toEqual([[`version="${version}",node="${process.version}"`, 1]])
})

test('problems are counted by operation and code, durations by operation', async () => {
  await app.client.call('authLocal', { headers: basic('outra@operadora.example', 'errada') })
  const problems = await counted('portaria_problems_total')
  expect(problems.get('operation="authLocal",problem="invalid-credentials"')).toBe(1)
  const durations = await counted('portaria_request_seconds_count')
  expect(durations.get('operation="authLocal"')).toBeGreaterThan(0)
})

test('database connections and password hashes are counted, in use and queued', async () => {
  for (const name of ['portaria_admission_running', 'portaria_admission_queued']) {
    const gauges = await counted(name)
    expect([...gauges.keys()].toSorted()).toEqual([
      'resource="counters"',
      'resource="database"',
      'resource="passwords"',
    ])
  }
})
