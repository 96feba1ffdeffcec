/** Alert rules and dashboard in deploy/, checked with promtool and against /metrics. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWith } from '../../test/testing/machine-needs.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const alerts = readFileSync(join(deploy, 'alerts.yml'), 'utf8')
const dashboard = readFileSync(join(deploy, 'dashboard.json'), 'utf8')

let app: TestApp
let metrics: string

beforeAll(async () => {
  app = await createTestApp()
  await app.trips.enter(await app.build.user())
  await app.client.call('authLocal', { headers: basic('inventada@operadora.example', 'errada') })
  metrics = await (await fetch(`${app.url}/metrics`)).text()
})
afterAll(() => app.close())

describe.each([
  ['alerts.yml', alerts],
  ['dashboard.json', dashboard],
])('%s', (_, text) => {
  test('uses only metrics of /metrics', () => {
    const served = new Set([...metrics.matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name))
    const used = [...text.matchAll(/\b(?:portaria|process|nodejs)_[a-z0-9_]+/g)].map(
      ([name]) => name,
    )
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((name) => !served.has(name))).toEqual([])
  })
})

test('each metric of the product is in a rule, in the dashboard, or in the operating manual', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const own = [...metrics.matchAll(/^# TYPE (portaria_\w+)/gm)].map(([, name]) => name ?? '')
  expect(own.length).toBeGreaterThan(10)
  const texts = alerts + dashboard + manual
  expect(own.filter((name) => !texts.includes(name))).toEqual([])
})

// Optional, because the Debian package is large and our CI may lack its mirror.
describeWith('promtool', 'promtool', { timeout: 30_000, optional: true }, () => {
  const run = (args: string[], input = '') => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }

  test('accepts the alert rules', () => {
    expect(run(['check', 'rules', join(deploy, 'alerts.yml')])).toMatchObject({ status: 0 })
  })

  test('accepts the names and texts of our metrics', () => {
    const { said } = run(['check', 'metrics'], metrics)
    expect(said.split('\n').filter((line) => line.startsWith('portaria_'))).toEqual([])
  })
})
