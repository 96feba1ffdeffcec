/** Alert rules and dashboard in deploy/, checked with promtool and against /metrics. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

test('the dashboard has both metrics of the standby, and each panel a place of its own', () => {
  const { panels } = JSON.parse(dashboard) as {
    panels: { id: number; gridPos: object; targets: { expr: string }[] }[]
  }
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join()
  expect(shown).toContain('portaria_standby_reads_total')
  expect(shown).toContain('portaria_standby_age_seconds')
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length)
})

/**
 * For each alert, one sample a minute (Prometheus, "Unit testing for rules") with which it fires within 80 minutes, and
 * similar samples with which it does not. Counters grow by the number after the plus sign.
 */
const cases: Record<string, { fires: Record<string, string>; quiet: Record<string, string> }> = {
  PortariaDown: {
    fires: {
      'up{job="portaria",instance="a"}': '1x80',
      'up{job="portaria",instance="b"}': '0x80',
    },
    quiet: { 'up{job="portaria"}': '1x80', 'up{job="outro"}': '0x80' },
  },
  PortariaErrors: {
    fires: { 'portaria_requests_total{status="500"}': '0+1x80' },
    quiet: {
      'portaria_requests_total{status="500"}': '7x80',
      'portaria_requests_total{status="404"}': '0+9x80',
    },
  },
  PortariaUnavailable: {
    fires: {
      'portaria_requests_total{status="503"}': '0+2x80',
      'portaria_requests_total{status="200"}': '0+98x80',
    },
    quiet: {
      'portaria_requests_total{status="503"}': '0+1x80',
      'portaria_requests_total{status="200"}': '0+199x80',
    },
  },
  PortariaSlow: {
    fires: {
      'portaria_request_seconds_bucket{le="0.5"}': '0+94x80',
      'portaria_request_seconds_bucket{le="2.5"}': '0+100x80',
      'portaria_request_seconds_bucket{le="+Inf"}': '0+100x80',
    },
    quiet: {
      'portaria_request_seconds_bucket{le="0.5"}': '0+96x80',
      'portaria_request_seconds_bucket{le="2.5"}': '0+100x80',
      'portaria_request_seconds_bucket{le="+Inf"}': '0+100x80',
    },
  },
  PortariaAdmissionRefuses: {
    fires: { 'portaria_admission_refused_total{resource="database"}': '0+120x80' },
    quiet: { 'portaria_admission_refused_total{resource="database"}': '0+30x80' },
  },
  PortariaWrongPasswords: {
    fires: {
      'portaria_problems_total{operation="authLocal",instance="a"}': '0+180x80',
      'portaria_problems_total{operation="authLocal",instance="b"}': '0+180x80',
    },
    quiet: {
      'portaria_problems_total{operation="authLocal"}': '0+180x80',
      'portaria_problems_total{operation="userGet"}': '0+600x80',
    },
  },
  PortariaMessagesStuck: {
    fires: {
      'portaria_messages_stuck{instance="a"}': '1x80',
      'portaria_messages_stuck{instance="b"}': '0x80',
    },
    quiet: {
      'portaria_messages_stuck{instance="a"}': '0x80',
      'portaria_messages_stuck{instance="b"}': '0x80',
    },
  },
  PortariaMessagesWait: {
    fires: { portaria_messages_waiting: '5001x80' },
    quiet: { portaria_messages_waiting: '5000x80' },
  },
  PortariaStandbyUnused: {
    fires: {
      'portaria_standby_reads_total{result="unusable"}': '0+1x80',
      'portaria_standby_reads_total{result="failed"}': '0x80',
    },
    quiet: {
      'portaria_standby_reads_total{result="standby"}': '0+9x80',
      'portaria_standby_reads_total{result="recent_write"}': '0+9x80',
      'portaria_standby_reads_total{result="recent_read"}': '0+9x80',
      'portaria_standby_reads_total{result="api_token"}': '0+9x80',
      'portaria_standby_reads_total{result="unusable"}': '3x80',
    },
  },
  PortariaNoNotifications: {
    fires: {
      'portaria_changes_connected{instance="a"}': '1x80',
      'portaria_changes_connected{instance="b"}': '0x80',
    },
    quiet: { portaria_changes_connected: '1x80' },
  },
  PortariaNotificationsLost: {
    fires: {
      'portaria_changes_verified{instance="a"}': '1x80',
      'portaria_changes_verified{instance="b"}': '0x80',
    },
    quiet: { portaria_changes_verified: '1x80' },
  },
  PortariaAuditUnsealed: {
    fires: { portaria_audit_unsealed_seconds: '61x80' },
    quiet: { portaria_audit_unsealed_seconds: '60x80' },
  },
  PortariaAuditUnkept: {
    fires: { portaria_audit_unkept_seconds: '601x80' },
    quiet: { portaria_audit_unkept_seconds: '600x80' },
  },
  PortariaVersions: {
    fires: {
      'portaria_build_info{version="1.0.0"}': '1x80',
      'portaria_build_info{version="1.1.0"}': '1x80',
    },
    quiet: {
      'portaria_build_info{version="1.1.0",instance="a"}': '1x80',
      'portaria_build_info{version="1.1.0",instance="b"}': '1x80',
    },
  },
}

// Optional, because the Debian package is large and our CI may lack its mirror.
describeWith('promtool', 'promtool', { timeout: 30_000, optional: true }, () => {
  const run = (args: string[], input = '') => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }

  test('accepts the alert rules', () => {
    expect(run(['check', 'rules', join(deploy, 'alerts.yml')])).toMatchObject({ status: 0 })
  })

  test('fires each alert for what its summary says, and for nothing less', () => {
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')
    expect(Object.keys(cases)).toEqual(names)
    const trial = (alert: string, input: Record<string, string>, count: number) => ({
      interval: '1m',
      input_series: Object.entries(input).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
          eval_time: '80m',
          exp_samples: [{ value: count }],
        },
      ],
    })
    const folder = mkdtempSync(join(tmpdir(), 'portaria-alerts-'))
    const file = join(folder, 'cases.json')
    const tests = Object.entries(cases).flatMap(([alert, { fires, quiet }]) => [
      trial(alert, fires, 1),
      trial(alert, quiet, 0),
    ])
    // JSON is YAML.
    const rules = { rule_files: [join(deploy, 'alerts.yml')], evaluation_interval: '5m' }
    writeFileSync(file, JSON.stringify({ ...rules, tests }))
    const result = run(['test', 'rules', file])
    rmSync(folder, { recursive: true })
    expect(result).toMatchObject({
      status: 0,
      said: expect.stringContaining('SUCCESS') as string,
    })
  })

  test('accepts the names and texts of our metrics', () => {
    const { said } = run(['check', 'metrics'], metrics)
    expect(said.split('\n').filter((line) => line.startsWith('portaria_'))).toEqual([])
  })
})
