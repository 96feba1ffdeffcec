import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { demoPeople } from '../database/demo/demo-people.ts'
import type { Flood, FloodResult } from '../test/testing/flooder.ts'
import { PortalClient } from '../test/testing/portal-client.ts'
import type { PlannedRequest } from './load-plan.ts'
import { residentMemory } from './processes.ts'
import type { Stage } from './stage.ts'
import { startBare } from './start-bare.ts'
import type { Row } from './table.ts'

const seconds = 6

interface Attack {
  name: string
  request: PlannedRequest
  connections: number
  pipelined?: number
}

/**
 * Compares the response time of an administrator's HOME (95th percentile) at rest and during floods from one network,
 * in the portal and in a bare Fastify that sends the same responses. The attacker runs on the same cores.
 */
export async function compareFloods(stage: Stage): Promise<Row[]> {
  const { portal, requests } = stage
  const attacker = new PortalClient(portal.url)
  await attacker.enterConsole(await attacker.signIn(demoPeople.master.email))
  const home: PlannedRequest = {
    method: 'GET',
    path: '/api/home',
    headers: requests.functions(0, '').headers,
  }
  const questions: PlannedRequest = { method: 'GET', path: '/api/secret-question', headers: {} }
  const myData: PlannedRequest = { method: 'GET', path: '/api/my-data', headers: attacker.headers }
  const attacks: Attack[] = [
    ...[200, 1000, 3000].map((connections) => ({
      name: `${connections} connections`,
      request: questions,
      connections,
    })),
    { name: 'pipelining', request: questions, connections: 1, pipelined: 20_000 },
    { name: '1,000 calls of a user', request: myData, connections: 1000 },
  ]
  const bare = await startBare(stage, [home, questions, myData])
  const rows: Row[] = []
  for (const [of, url] of [
    ['portal', portal.url],
    ['bare Fastify', bare],
  ] as const) {
    await measure(url, home, 2)
    const idle = percentile95(await measure(url, home, seconds - 2))
    for (const attack of attacks) {
      const before = residentMemory(portal.pid)?.now ?? NaN
      const attacked = await under(url, home, attack)
      const memory = (residentMemory(portal.pid)?.now ?? NaN) / before
      console.log(
        `  ${of}, ${attack.name}: ${idle.toFixed(1)} ms at rest, ${attacked.toFixed(1)} ms attacked, memory × ${memory.toFixed(2)}`,
      )
      rows.push({
        measure: `HOME at rest / ${attack.name}${of === 'portal' ? '' : `, ${of}`}`,
        ours: 1000 / attacked,
        beside: 1000 / idle,
        ratio: idle / attacked,
        ...(of === 'portal' && { aim: 0.33 }),
      })
      // Lets connections close and garbage be collected before the next flood.
      await sleep(2000)
    }
  }
  return rows
}

/** Floods the server. Returns the 95th percentile of a request that another network sends meanwhile. */
async function under(url: string, home: PlannedRequest, attack: Attack): Promise<number> {
  const { request, connections, pipelined = 1 } = attack
  const headers = { host: 'localhost', ...request.headers }
  const flood: Flood = {
    port: Number(new URL(url).port),
    connections,
    pipelined,
    seconds,
    request: [
      `${request.method} ${request.path} HTTP/1.1`,
      ...Object.entries(headers).map((header) => header.join(': ')),
      '',
    ].join('\r\n'),
  }
  const program = fileURLToPath(import.meta.resolve('../test/testing/flooder.ts'))
  const child = spawn(process.execPath, [program, JSON.stringify(flood)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  await sleep(1000)
  const attacked = percentile95(await measure(url, home, seconds - 2))
  const { statuses, disconnections } = JSON.parse((await output).trim()) as FloodResult
  const rates = Object.entries(statuses).map(
    ([status, count]) => `${status} × ${Math.round(count / seconds)}`,
  )
  console.log(
    `  a second: ${rates.join(', ') || 'no response'}, ${Math.round(disconnections / seconds)} disconnections`,
  )
  return attacked
}

/** Repeats the request for some seconds. Returns the milliseconds of each. */
async function measure(url: string, { path, headers }: PlannedRequest, time: number) {
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

const percentile95 = (durations: readonly number[]): number =>
  durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? Infinity
