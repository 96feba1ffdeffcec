import { setTimeout } from 'node:timers/promises'
import { reasonOf } from '../../database/database-unavailable.ts'
import { secretsIn } from '../../shared/masked-address.ts'
import { variables } from '../../shared/variables.ts'

export type Status = 'good' | 'warning' | 'failure' | 'skipped'

/** What a check found. `advice` says what to do about a warning or failure. */
export interface Finding {
  status: Status
  found: string
  advice?: string
}

export interface Check {
  name: string
  run: () => Finding | Promise<Finding>
  /** What to do if `run` throws. */
  advice: string
  /**
   * Other checks, each with the worst status with which a failure of this one means something. With a worse status, the
   * failure is reported as skipped, because the other check has the cause.
   */
  needs?: Readonly<Record<string, 'good' | 'warning'>>
}

/** For checks that read the database. */
export const needsDatabase = { database: 'warning' } as const
/** For checks that read tables of the current version. */
export const needsSchema = { ...needsDatabase, schema: 'good' } as const

export type Report = (Finding & { check: string })[]

export const good = (found: string): Finding => ({ status: 'good', found })
export const skipped = (found: string): Finding => ({ status: 'skipped', found })
export const warning = (found: string, advice: string): Finding => ({
  status: 'warning',
  found,
  advice,
})
export const failure = (found: string, advice: string): Finding => ({
  status: 'failure',
  found,
  advice,
})

/** Maximum time of a check in milliseconds. */
const checkLimit = 10_000

/** Runs all checks at once. A check that throws or takes too long is a failure. */
export async function runChecks(checks: readonly Check[], limit = checkLimit): Promise<Report> {
  const report = await Promise.all(
    checks.map(async ({ name, run, advice }) => {
      const expiry = setTimeout(limit, undefined, { ref: false }).then((): never => {
        throw new Error(`no result within ${limit / 1000} s`)
      })
      try {
        const finding = await Promise.race([Promise.resolve().then(run), expiry])
        return { check: name, ...finding }
      } catch (error) {
        return { check: name, ...failure(reasonOf(error), advice) }
      }
    }),
  )
  const statuses = new Map(report.map(({ check, status }) => [check, status]))
  return report.map((line, at) => {
    const cause = Object.entries(checks[at]?.needs ?? {}).find(
      ([name, worst]) => ranks[statuses.get(name) ?? 'good'] > ranks[worst],
    )
    return line.status === 'failure' && cause
      ? { check: line.check, ...skipped(`see '${cause[0]}'`) }
      : line
  })
}

const ranks: Readonly<Record<Status, number>> = { good: 0, skipped: 0, warning: 1, failure: 2 }

/** Returns 0 if all checks are good or skipped, 1 if there are warnings, 2 if there are failures. */
export function exitCodeOf(report: Report): number {
  if (report.some(({ status }) => status === 'failure')) return 2
  return report.some(({ status }) => status === 'warning') ? 1 : 0
}

/** Returns the report as a table, with what to do below each warning and failure. */
export function tableOf(report: Report): string {
  const width = Math.max(...report.map(({ check }) => check.length))
  return report
    .flatMap(({ check, status, found, advice }) => [
      `${status.padEnd(7)}  ${check.padEnd(width)}  ${found}`,
      ...(advice === undefined ? [] : [`${' '.repeat(width + 11)}→ ${advice}`]),
    ])
    .join('\n')
}

/** Names of variables whose whole value is secret. */
const secretVariables = [
  'SMS_GATEWAY_TOKEN',
  'METRICS_TOKEN',
  'CAPTCHA_SECRET',
  'FEDERATION_CLIENT_SECRET',
]

/** Replaces secrets of the environment in the report, because libraries may put them into their messages. */
export function withoutSecrets(report: Report, env: NodeJS.ProcessEnv): Report {
  const keys = (env['SECRETS_KEYS'] ?? '').split(',').map((entry) => entry.split(':').at(-1) ?? '')
  const inAddresses = variables.flatMap((name) => secretsIn(env[name] ?? ''))
  // The value of each header, as the value of a secret parameter of an address.
  const headers = (env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '')
    .split(',')
    .flatMap((header) => secretsIn(header.replace(/^[^=]*/, '?key')))
  const named = secretVariables.map((name) => env[name] ?? '')
  const secrets = [...keys, ...inAddresses, ...headers, ...named]
    .filter((secret) => secret.length >= 4)
    .toSorted((a, b) => b.length - a.length)
  const safe = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return report.map(({ found, advice, ...rest }) => ({
    ...rest,
    found: safe(found),
    ...(advice !== undefined && { advice: safe(advice) }),
  }))
}
