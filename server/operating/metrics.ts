import { BlockList, type Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { readLogState } from '../audit/sealing/log-state.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Config } from '../config.ts'
import { countUnsent } from '../outbox/message-queries.ts'
import type { FairQueue } from '../shared/fair-queue.ts'
import { hashing } from '../secrets/password-hash.ts'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import { readResults, type StandbyReads } from '../database/standby-reads.ts'
import type { Traffic } from './traffic.ts'
import { digestOf, sameBytes } from '../secrets/random.ts'
import { version } from '../shared/version.ts'

interface MetricsSources {
  db: Db
  changes: Changes
  config: Config
  /** Queues of scarce resources, by name of the resource. */
  admissions: Readonly<Record<string, FairQueue>>
  /** Undefined without DATABASE_READ_URL. */
  standby: StandbyReads | undefined
}

/**
 * Serves `/metrics` for Prometheus: requests by operation and status, their duration, whether caches are used, queued
 * password hashes, stuck messages, and the backlog of the audit log's sealing.
 */
export function registerMetrics(
  fastify: FastifyInstance,
  traffic: Traffic,
  { db, changes, config, admissions, standby }: MetricsSources,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'portaria_build_info',
    help: 'Always 1; the labels are the versions of the product and of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
  const answered = new ResponseCounts()
  const requests = new Counter({
    name: 'portaria_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const problems = new Counter({
    name: 'portaria_problems_total',
    help: 'Problems answered, by operation and problem code, such as the results of sign-ins.',
    labelNames: ['operation', 'problem'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'portaria_request_seconds',
    help: 'Time from the arrival of a request until its answer is ready to be sent, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })
  const connected = new Gauge({
    name: 'portaria_changes_connected',
    help: '1 while changes are announced to this process; at 0 every check reads the database.',
    registers: [registry],
  })
  const verified = new Gauge({
    name: 'portaria_changes_verified',
    help: '1 while the notifications of this process to itself arrive; at 0 it is not ready.',
    registers: [registry],
  })
  const waiting = new Gauge({
    name: 'portaria_passwords_waiting',
    help: 'Passwords of this process that wait to be hashed; past 256 whoever asks for one is told 503.',
    registers: [registry],
  })
  const undelivered = new Gauge({
    name: 'portaria_messages_waiting',
    help: 'Messages that are not sent yet, at most 10,000 are counted; the same from every process; NaN while the database does not say.',
    registers: [registry],
  })
  const stuck = new Gauge({
    name: 'portaria_messages_stuck',
    help: 'Messages that failed several times and are still undelivered, the same from every process; NaN while the database does not say.',
    registers: [registry],
  })
  const unsealed = new Gauge({
    name: 'portaria_audit_unsealed_seconds',
    help: 'Age of the event that waits longest to be sealed into the log, 0 where none does, the same from every process; NaN while the database does not say.',
    registers: [registry],
  })
  const unkept = new Gauge({
    name: 'portaria_audit_unkept_seconds',
    help: 'Age of the oldest head of the log that AUDIT_CHECKPOINTS has not taken, 0 where none waits or none is set; NaN while the database does not say.',
    registers: [registry],
  })
  const refused = new Counter({
    name: 'portaria_admission_refused_total',
    help: 'Jobs that got no slot of a resource in time: database connections, password hashes.',
    labelNames: ['resource'],
    registers: [registry],
  })
  const running = new Gauge({
    name: 'portaria_admission_running',
    help: 'Slots of a resource in use: database connections, password hashes.',
    labelNames: ['resource'],
    registers: [registry],
  })
  const queued = new Gauge({
    name: 'portaria_admission_queued',
    help: 'Jobs that wait for a slot of a resource.',
    labelNames: ['resource'],
    registers: [registry],
  })
  const standbyReads = new Counter({
    name: 'portaria_standby_reads_total',
    help: 'Reads that a standby may serve, by result: standby, or why the primary served them; 0 without DATABASE_READ_URL.',
    labelNames: ['result'],
    registers: [registry],
  })
  const standbyAge = new Gauge({
    name: 'portaria_standby_age_seconds',
    help: 'Greatest possible age of the data of the standby, about 0.5 s where nothing is behind; NaN without a standby.',
    registers: [registry],
  })
  traffic.onCompleted(({ operation = 'other', status, problem, taken }) => {
    answered.add(operation, status)
    duration.observe({ operation }, taken / 1000)
    if (problem) problems.inc({ operation, problem })
  })
  fastify.get('/metrics', async (request, reply) => {
    requireReader(request, config.metricsToken)
    connected.set(changes.connected ? 1 : 0)
    verified.set(changes.notificationFailure === undefined ? 1 : 0)
    waiting.set(hashing.length)
    const outbox = await countUnsent(db).catch(() => ({ waiting: NaN, stuck: NaN }))
    undelivered.set(outbox.waiting)
    stuck.set(outbox.stuck)
    const behind = await readLogState(db).catch(() => ({ unsealed: NaN, unkept: NaN }))
    unsealed.set(behind.unsealed)
    unkept.set(config.auditCheckpoints ? behind.unkept : 0)
    refused.reset()
    for (const [resource, queue] of Object.entries(admissions)) {
      refused.inc({ resource }, queue.refused)
      running.set({ resource }, queue.running)
      queued.set({ resource }, queue.length)
    }
    standbyReads.reset()
    for (const result of readResults) standbyReads.inc({ result }, standby?.counts[result] ?? 0)
    standbyAge.set(standby?.age ?? NaN)
    requests.reset()
    answered.forEach((labels, count) => requests.inc(labels, count))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/**
 * Counts responses by operation and status. Faster than the library's counter, which joins and validates the labels at
 * each increment.
 */
class ResponseCounts {
  readonly #byOperation = new Map<string, Map<number, number>>()

  add(operation: string, status: number): void {
    const known = this.#byOperation.get(operation)
    const counts = known ?? new Map<number, number>()
    if (!known) this.#byOperation.set(operation, counts)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }

  forEach(visit: (labels: { operation: string; status: number }, count: number) => void): void {
    for (const [operation, counts] of this.#byOperation)
      for (const [status, count] of counts) visit({ operation, status }, count)
  }
}

/**
 * Admits clients on this machine, and others with `METRICS_TOKEN`. If no token is configured, others get 'not found'
 * (rulings §9).
 */
function requireReader({ socket, headers }: FastifyRequest, token: string | undefined): void {
  // A proxy on this machine may forward requests of remote clients.
  const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  if (!forwarded && loopback.check(socket.remoteAddress ?? '', familyOf(socket))) return
  if (token === undefined) throw new Problem('unknown-path')
  if (headers.authorization === undefined) throw new Problem('access-token-missing')
  const shown = /^Bearer (\S+)$/i.exec(headers.authorization)?.[1] ?? ''
  if (!sameBytes(digestOf(shown), digestOf(token))) throw new Problem('access-token-invalid')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const familyOf = ({ remoteFamily }: Socket) => (remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4')
