/**
 * A client that floods a server, in a process of its own: `node flooder.ts '{"port":3000,…}'`. On each connection it
 * repeats the request after each response, and it reconnects when disconnected. After `seconds` it prints a
 * `FloodResult` in JSON and exits.
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Flood {
  port: number
  /** Loopback address of the client, which stands for its network. Default: 127.0.0.2. */
  from?: string
  connections: number
  /** The request without the last line break; null to send nothing. */
  request: string | null
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
  request,
  pipelined = 1,
  seconds,
} = JSON.parse(process.argv[2] ?? '') as Flood

const statuses: Record<string, number> = {}
let disconnections = 0
let over = false

function open(): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  const send = () => request !== null && socket.write(`${request}\r\n`.repeat(pipelined))
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
    if (!over) setImmediate(open)
  })
}

for (let count = 0; count < connections; count += 1) open()
await sleep(seconds * 1000)
over = true
console.log(JSON.stringify({ statuses, disconnections } satisfies FloodResult))
process.exit()
