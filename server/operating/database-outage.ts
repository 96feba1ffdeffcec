import pg from 'pg'

/** SQLSTATE classes of a database that is starting, stopping, full or cut off. */
const unavailable = /^(08|57P|53)/
/** What `pg` says of a connection that isn't there or broke; these errors have no class and no code. */
const brokenConnection =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/**
 * Whether an error says that the database can't be reached: its own word for it, the pool's, or that of the socket to it.
 * Other conversations of this server (mail, identity providers, captcha) throw errors of their own libraries, and a
 * client that hangs up is told apart before.
 */
export function isDatabaseOutage(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return unavailable.test(error.code ?? '')
  return brokenConnection.test(error.message) || isSocketError(error)
}

/** An error that the system raised for a call on a socket; several where a name has several addresses. */
function isSocketError(error: Error): boolean {
  if (error instanceof AggregateError)
    return error.errors.some((each) => each instanceof Error && isSocketError(each))
  return 'syscall' in error && /^(connect|read|write)$/.test(String(error.syscall))
}
