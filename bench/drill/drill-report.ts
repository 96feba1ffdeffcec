import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { run } from './drill-network.ts'
import { durationAt, longestInterruption, type RequestLog, succeeded } from './request-log.ts'

/** An observed time of the drill, with times of `performance.now()`. */
export interface Observation {
  title: string
  start: number
  end: number
  /** Milliseconds until there was another primary, if one was expected. */
  newPrimary?: number | undefined
  /** Milliseconds until all server processes were ready and both standbys replicated. */
  whole: number
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
const whole = (milliseconds: number): string => `${Math.round(milliseconds)} ms`
const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`

/** Returns the table of events. `lost` has the keys of confirmed writes that the database does not have. */
export function eventTable(
  observations: readonly Observation[],
  log: RequestLog,
  lost: ReadonlySet<string>,
): string {
  const head = [
    'event',
    'requests',
    'failed',
    'of these not 503',
    'longest time without a successful write / read',
    'longest request',
    'new primary after',
    'everything back after',
    'confirmed writes, lost',
  ]
  const rows = observations.map(({ title, start, end, newPrimary, whole: back }) => {
    const requests = log.between(start, end)
    const failed = requests.filter((request) => !succeeded(request))
    const confirmed = log.acknowledged.filter(({ at }) => at >= start && at < end)
    return [
      title,
      requests.length,
      failed.length,
      failed.filter(({ status }) => status !== 503).length,
      `${whole(longestInterruption(requests, 'write'))} / ${whole(longestInterruption(requests, 'read'))}`,
      whole(Math.max(...requests.map((request) => request.end - request.start))),
      newPrimary === undefined ? '' : seconds(newPrimary),
      seconds(back),
      `${confirmed.length}, ${confirmed.filter(({ key }) => lost.has(key)).length}`,
    ]
  })
  return table(head, rows)
}

/** Returns the durations of writes with and without synchronous replication. */
export function latencyTable(observations: readonly Observation[], log: RequestLog): string {
  const rows = observations.map(({ title, start, end }) => {
    const requests = log.between(start, end)
    return [
      title,
      ...[0.5, 0.95, 0.99].map((at) => `${durationAt(at, requests, 'write').toFixed(1)} ms`),
    ]
  })
  return table(['writes, 50 requests a second', 'median', '95 %', '99 %'], rows)
}

/** Returns the failures of an observation with their numbers, the most frequent first. */
export function failuresIn({ start, end }: Observation, log: RequestLog): string[] {
  const counts = new Map<string, number>()
  for (const { failure, path } of log.between(start, end)) {
    if (failure === undefined) continue
    const name = `${path}: ${withoutIds(failure)}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name, count]) => `${count} × ${name}`)
}

/** Returns the versions of the programs and the size of the machine. */
export async function describeMachine(): Promise<string> {
  const first = async (program: string, ...args: string[]): Promise<string> =>
    (await run(program, ...args)).split('\n', 1)[0] ?? ''
  const versions = await Promise.all([
    first('patroni', '--version'),
    first('etcd', '--version'),
    first('haproxy', '-v'),
    first('psql', '--version'),
  ])
  const debian = readFileSync('/etc/debian_version', 'utf8').trim()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores, ${memory} GB, Debian ${debian}, Node ${process.version}; ${versions.join('; ')}`
}

const withoutIds = (failure: string): string =>
  failure.replaceAll(/[0-9a-f-]{20,}/g, '…').replaceAll(/\s+/g, ' ')

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}
