import pg from 'pg'

/** The database could not be reached, went away while it was asked, or had no room; the cause says which. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Whether something failed for want of the database alone, and may be tried again when it is back. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAway
}

/**
 * Marks what went wrong between here and the database where it happens: later on a broken socket of the database looks
 * like that of a client or of a mail server.
 */
export async function markAway<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw meansAway(error) ? new DatabaseAway(error) : error
  }
}

/**
 * SQLSTATEs of a temporarily unavailable database: connection exceptions, shutdown or start-up, insufficient resources,
 * read-only transaction.
 */
const goingAway = /^(08|57P|53|25006)/
/** What the driver says of a connection that is gone or does not answer; it has no codes for them. */
const gone = /^(Connection terminated|Client (has encountered|was closed)|Query read timeout)/
/** What sockets and name look-ups say. */
const ofTheNetwork = /^E[A-Z_]+$/

function meansAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) return goingAway.test(code)
  return ofTheNetwork.test(code) || gone.test(error.message)
}
