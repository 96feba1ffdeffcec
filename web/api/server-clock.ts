import { dayOf } from '../../contract/days.ts'

/** Server time of the last response, and the value of `performance.now()` at its arrival. */
let last: { server: number; at: number } | undefined

/** Records the server time from the `Date` header of a response. */
export function recordServerTime(headers: Headers): void {
  const server = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(server)) last = { server, at: performance.now() }
}

/** Current server time, independent of the local clock; undefined before the first response. */
export function serverNow(): Date | undefined {
  return last && new Date(last.server + performance.now() - last.at)
}

/** Returns today's date in São Paulo by the server's clock; empty before the first response. */
export function today(): string {
  const now = serverNow()
  return now ? dayOf(now) : ''
}
