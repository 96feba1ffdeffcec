import pg from 'pg'
import { isDatabaseUnavailable, reasonOf } from './database-unavailable.ts'

/** Advice for failures caused by a wrong setting, by SQLSTATE or Node.js error code. `%` stands for the variable's name. */
const advice: Readonly<Record<string, string>> = {
  '28P01': '% has a wrong password',
  '28000':
    'PostgreSQL does not admit the role of % from this machine (pg_hba.conf), or the role does not exist',
  '3D000': '% names a database that does not exist',
  '25006': '% leads to a standby or to a read-only database. Name all hosts, separated by commas',
  ENOTFOUND: '% names a host that does not exist',
  EAI_AGAIN: '% names a host that cannot be looked up now',
}
/** Error codes of certificates that Node.js does not trust. */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO/

/**
 * Explains why the database could not be used at the start: names the variable to correct, and says what to do.
 * `variable` is the name of the variable with the address that failed.
 */
export function explainFailure(error: unknown, variable: string): string {
  const reason = reasonOf(error)
  const cause = isDatabaseUnavailable(error) && error instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const known = advice[code]?.replace('%', variable)
  if (known !== undefined) return `${known}: ${reason}`
  if (untrusted.test(code))
    return `The certificate of the database is not trusted (${variable}): ${reason}. sslrootcert=FILE in the address names the authority that signed it (docs/operating.md, "Connections")`
  if (reason.includes('does not support SSL'))
    return `${variable} asks for TLS, which the database does not offer: set ssl = on there, or remove sslmode`
  if (isDatabaseUnavailable(error) || !(cause instanceof pg.DatabaseError))
    return `The database can't be reached (${variable}): ${reason}`
  return `The database refuses (${variable}): ${reason}`
}

/**
 * Explains a migration that failed because no owner is configured and the server's role lacks a right. Returns undefined
 * for other errors.
 */
export function explainMissingOwner(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof pg.DatabaseError) || cause.code !== '42501') return undefined
  return `DATABASE_OWNER_URL is missing: the role of DATABASE_URL may not migrate the database (${cause.message}). Set DATABASE_OWNER_URL to the same database with the role that owns it (docs/operating.md, "Database roles").`
}
