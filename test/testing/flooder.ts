/**
 * A client that floods a server, in a process of its own: `node flooder.ts '{"port":3000,…}'`. On each connection it
 * repeats a request after each response, and it reconnects when disconnected. After `seconds` it prints a `FloodResult`
 * in JSON and exits.
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Flood {
  port: number
  /** Loopback address of the client, which stands for its network. Default: 127.0.0.2. */
  from?: string
  connections: number
  /**
   * Complete HTTP/1.1 requests, which the connections send in turn. In each request sent, `{network}` is replaced by one of
   * 256 hexadecimal numbers in turn, and `{account}` by the Basic credentials of another nonexistent account.
   */
  requests: readonly string[]
  /** Number of pipelined requests. Default: 1. */
  pipelined?: number
  seconds: number
}

export interface FloodResult {
  /** Number of responses by status. */
  statuses: Record<string, number>
  disconnections: number
}

const {
  port,
  from = '127.0.0.2',
  connections,
  requests,
  pipelined = 1,
  seconds,
} = JSON.parse(process.argv[2] ?? '') as Flood

const statuses: Record<string, number> = {}
let disconnections = 0
let over = false

/** Number of requests sent. */
let sent = 0

function fill(request: string): string {
  sent += 1
  const account = Buffer.from(`inventado${sent}@rede.example:errada`).toString('base64')
  return request.replace('{network}', (sent % 256).toString(16)).replace('{account}', account)
}

function open(request: string): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  const send = () => socket.write(Array.from({ length: pipelined }, () => fill(request)).join(''))
  let pending = pipelined
  socket.on('connect', send)
  socket.on('error', () => socket.destroy())
  socket.on('data', (data) => {
    for (const [, status = ''] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)) {
      statuses[status] = (statuses[status] ?? 0) + 1
      pending -= 1
    }
    if (pending > 0 || over) return
    pending = pipelined
    send()
  })
  socket.on('close', () => {
    disconnections += 1
    if (!over) setImmediate(open, request)
  })
}

for (let count = 0; count < connections; count += 1) open(requests[count % requests.length] ?? '')
await sleep(seconds * 1000)
over = true
console.log(JSON.stringify({ statuses, disconnections } satisfies FloodResult))
process.exit()
