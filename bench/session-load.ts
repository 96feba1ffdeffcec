/** Load generator that checks permissions of many sessions in turn. Serialises each request only once. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

/** Parameters of a run. `tokens` is a file with one token per line. */
export interface SessionLoad {
  port: number
  tokens: string
  cookie: string
  /** Number of tokens used in turn. */
  sessions: number
  connections: number
  seconds: number
}

/** Number of successful and failed responses, and the 99th percentile of the response time in milliseconds. */
export interface SessionLoadResult {
  good: number
  bad: number
  seconds: number
  p99: number
}

const body = JSON.stringify({ environment: 'front', path: '/user-list', method: 'GET' })
let cached: { file: string; requests: string[] } | undefined
let turn = 0

process.on('message', (load: SessionLoad) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())

async function run(load: SessionLoad): Promise<SessionLoadResult> {
  cached = cached?.file === load.tokens ? cached : { file: load.tokens, requests: requestsOf(load) }
  const requests = cached.requests.slice(0, load.sessions)
  const began = performance.now()
  const until = began + load.seconds * 1000
  const taken: number[] = []
  const answered = await Promise.all(
    Array.from({ length: load.connections }, () => keepAsking(load.port, requests, until, taken)),
  )
  const seconds = (performance.now() - began) / 1000
  const bad = answered.reduce((sum, one) => sum + one, 0)
  const sorted = taken.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? NaN
  return { good: taken.length - bad, bad, seconds, p99 }
}

function requestsOf({ tokens, cookie, port }: SessionLoad): string[] {
  return readFileSync(tokens, 'utf8')
    .trim()
    .split('\n')
    .map((token) =>
      [
        'POST /api/user/valid HTTP/1.1',
        `host: 127.0.0.1:${port}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
        `authorization: Bearer ${token}`,
        `cookie: ${cookie}`,
        '',
        body,
      ].join('\r\n'),
    )
}

/** Sends requests on one connection, each for the next session, and returns the number of failed responses. */
function keepAsking(
  port: number,
  requests: readonly string[],
  until: number,
  taken: number[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true).setEncoding('latin1')
    let bad = 0
    let received = ''
    let sent = 0
    const ask = () => {
      sent = performance.now()
      if (sent > until) {
        socket.end()
        resolve(bad)
      } else socket.write(requests[turn++ % requests.length] ?? '')
    }
    socket.once('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      received += chunk
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
      if (head < 0 || received.length < head + 4 + length) return
      if (!received.startsWith('HTTP/1.1 200')) bad++
      received = ''
      taken.push(performance.now() - sent)
      ask()
    })
  })
}
