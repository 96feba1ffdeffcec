import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { onOneConnection } from '../one-connection.ts'

/** Role of the server in an embedded database; for its rights see ../server-rights.ts. */
export const SERVER = 'portaria_server'

/**
 * Creates the role if it is missing, with the password in `passwordFile`. Returns the URL with that role. A database
 * from a version with one role gets the second role at the next start.
 */
export async function ensureServerRole(ownerUrl: string, passwordFile: string): Promise<string> {
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  }
  const password = readFileSync(passwordFile, 'utf8').trim()
  await onOneConnection(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [SERVER])
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${SERVER} with login nosuperuser nocreatedb nocreaterole
        noreplication nobypassrls password ${client.escapeLiteral(password)}`,
    )
  })
  const url = new URL(ownerUrl)
  url.username = SERVER
  url.password = password
  return url.href
}
