/** Server time of the last answer, and when it came in milliseconds of `performance.now()`. */
let last: { server: number; at: number } | undefined

/** Takes the server's time from the `Date` header of an answer. */
export function noteServerTime(headers: Headers): void {
  const server = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(server)) last = { server, at: performance.now() }
}

/** The server's time, whatever the clock of this computer says; undefined before the first answer. */
export function serverNow(): Date | undefined {
  return last && new Date(last.server + performance.now() - last.at)
}
