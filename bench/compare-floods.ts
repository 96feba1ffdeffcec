import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Flood, FloodResult } from '../test/testing/flooder.ts'
import { type Attack, prepareAttacks } from './floods.ts'
import type { PlannedRequest } from './load-plan.ts'
import { p95 } from './measures.ts'
import { residentMemory } from './processes.ts'
import type { Stage } from './stage.ts'
import { startBare } from './start-bare.ts'
import type { Row } from './table.ts'

/** Number of correct sign-ins during a flood of wrong ones. */
const signIns = 12

/** A server under attack, and the requests of its other users. */
interface Target {
  url: string
  home: PlannedRequest
  signIn: PlannedRequest
  /** Duration of a flood in seconds. */
  seconds: number
}

/** Milliseconds of HOME (95th percentile) and of each correct sign-in; undefined for a refused sign-in. */
interface Attacked {
  home: number
  signIns: (number | undefined)[]
}

/**
 * Compares the response time of an administrator's HOME (95th percentile) at rest and during floods from one network or
 * user, in the portal and in a bare Fastify that sends the same responses. During floods of wrong sign-ins it also makes
 * correct sign-ins from other networks. The attacker runs on the same cores.
 */
export async function compareFloods(stage: Stage): Promise<Row[]> {
  const { portal, requests, brief } = stage
  const { signIn } = requests
  const home: PlannedRequest = {
    method: 'GET',
    path: '/api/home',
    headers: requests.functions(0, '').headers,
  }
  const attacks = await prepareAttacks(stage)
  const bare = await startBare(stage, responsesFor(home, attacks))
  const memory = () => residentMemory(portal.pid)?.now ?? NaN
  const growth: number[] = []
  const rows: Row[] = []
  for (const [of, url] of [
    ['portal', portal.url],
    ['bare Fastify', bare],
  ] as const) {
    const target: Target = { url, home, signIn, seconds: brief ? 3 : 6 }
    const isPortal = of === 'portal'
    await measure(target, 2)
    const idle = p95(await measure(target, target.seconds - 2))
    for (const attack of attacks) {
      const { name } = attack
      const before = memory()
      const attacked = await under(target, attack)
      if (isPortal) growth.push(memory() / before)
      const memorySays = isPortal ? `, memory × ${growth.at(-1)?.toFixed(2)}` : ''
      console.log(
        `  ${of}, ${name}: ${idle.toFixed(1)} ms at rest, ${attacked.home.toFixed(1)} ms attacked${memorySays}`,
      )
      rows.push({
        measure: `HOME at rest / ${name}${isPortal ? '' : `, ${of}`}`,
        ours: 1000 / attacked.home,
        beside: 1000 / idle,
        ratio: idle / attacked.home,
        ...(isPortal && { aim: 0.33 }),
      })
      if (isPortal && attack.againstSignIns) rows.push(...signInRows(attack, attacked))
      // Time for connections to close and for garbage collection before the next flood.
      await sleep(2000)
    }
  }
  rows.push({
    measure: 'memory after a flood, % of before',
    value: Math.max(...growth) * 100,
    aim: 150,
  })
  return rows
}

/** Returns one request for each path that the bare server needs. */
function responsesFor(home: PlannedRequest, attacks: readonly Attack[]): PlannedRequest[] {
  const requests = attacks.flatMap(({ answered, requests: sent }) => answered ?? sent)
  return [...new Map([home, ...requests].map((request) => [request.path, request])).values()]
}

function signInRows({ name, maxRefused }: Attack, attacked: Attacked): Row[] {
  const times = attacked.signIns.filter((time) => time !== undefined)
  return [
    {
      measure: `refused of ${signIns}: ${name}`,
      value: signIns - times.length,
      ...(maxRefused !== undefined && { aim: maxRefused }),
    },
    {
      measure: `slowest of ${signIns}, ms: ${name}`,
      value: times.length > 0 ? Math.max(...times) : NaN,
    },
  ]
}

/** Floods the server. Measures requests from other networks during the flood. */
async function under(target: Target, attack: Attack): Promise<Attacked> {
  const { seconds, url } = target
  const flooding = flood(Number(new URL(url).port), attack, seconds)
  await sleep(1000)
  const [times, signedIn] = await Promise.all([
    measure(target, seconds - 2),
    attack.againstSignIns ? signInBeside(target) : [],
  ])
  const { statuses, disconnections } = await flooding
  const rates = Object.entries(statuses).map(
    ([status, count]) => `${status} × ${Math.round(count / seconds)}`,
  )
  console.log(
    `  a second: ${rates.join(', ') || 'no response'}, ${Math.round(disconnections / seconds)} disconnections`,
  )
  return { home: p95(times), signIns: signedIn }
}

/** Runs a flood in a process of its own. */
async function flood(port: number, attack: Attack, seconds: number): Promise<FloodResult> {
  const { requests, connections, pipelined = 1, from } = attack
  const order: Flood = {
    port,
    connections,
    pipelined,
    seconds,
    requests: requests.map(rawRequest),
    ...(from !== undefined && { from }),
  }
  const program = fileURLToPath(import.meta.resolve('../test/testing/flooder.ts'))
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse((await text(child.stdout)).trim()) as FloodResult
}

function rawRequest({ method, path, headers, body = '' }: PlannedRequest): string {
  const length = method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: 'localhost', ...headers, ...length })
  return [`${method} ${path} HTTP/1.1`, ...lines.map((header) => header.join(': ')), '', body].join(
    '\r\n',
  )
}

/** Requests HOME repeatedly for some seconds. Returns the milliseconds of each. */
async function measure({ url, home: { path, headers } }: Target, time: number): Promise<number[]> {
  const durations: number[] = []
  const end = performance.now() + time * 1000
  while (performance.now() < end) {
    const start = performance.now()
    const response = await fetch(url + path, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} returned ${response.status}.`)
    durations.push(performance.now() - start)
  }
  return durations
}

/** Makes correct sign-ins of different users from different networks. Returns the milliseconds of each. */
function signInBeside({ url, signIn, seconds }: Target): Promise<(number | undefined)[]> {
  const people = signIn.headersInTurn?.slice(0, signIns) ?? []
  const pause = ((seconds - 2) * 1000) / signIns
  return Promise.all(
    people.map(async (headers, n) => {
      await sleep(n * pause)
      const start = performance.now()
      const response = await fetch(url + signIn.path, {
        method: signIn.method,
        headers: { ...headers, 'x-forwarded-for': `198.51.${n}.7` },
      })
      await response.arrayBuffer()
      return response.ok ? performance.now() - start : undefined
    }),
  )
}
