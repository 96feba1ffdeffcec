import pg from 'pg'

/**
 * Thrown if the database is unreachable, has lost the connection, or is out of resources. The cause has the details.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause })
  }
}

/**
 * Returns the message of an error. If a host name has several addresses, a failed connection throws an AggregateError
 * with one error for each address and without a message of its own.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Whether the error is only due to an unavailable database, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable
}

/**
 * Marks errors of the database connection at their source. Later, a socket error of the database could not be
 * distinguished from one of a client or mail server.
 */
export async function markUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw meansUnavailable(error) ? new DatabaseUnavailable(error) : error
  }
}

/**
 * SQLSTATEs of a temporarily unavailable database: connection exceptions, shutdown or start-up, insufficient resources,
 * read-only transaction.
 */
const goingAway = /^(08|57P|53|25006)/
/** Messages of the driver for a lost or unresponsive connection; these errors have no code. */
const gone = /^(Connection terminated|Client (has encountered|was closed)|Query read timeout)/
/** Whether the driver gave up waiting for the result of a statement, which the server may still execute. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** Error codes of sockets and name look-ups. */
const ofTheNetwork = /^E[A-Z_]+$/

function meansUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) return goingAway.test(code)
  return ofTheNetwork.test(code) || gone.test(error.message)
}
