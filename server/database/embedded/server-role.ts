import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { onOneConnection } from '../one-connection.ts'

/** The role that the server works as in an embedded database; what it may do, ../server-rights.ts says. */
const NAME = 'portaria_server'

/**
 * Makes the role where it is missing, with the password in the file, and answers the address with it: a database from
 * before there were two roles gets its own at the next start.
 */
export async function ensureServerRole(ownerUrl: string, passwordFile: string): Promise<string> {
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  }
  const password = readFileSync(passwordFile, 'utf8').trim()
  await onOneConnection(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [NAME])
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${NAME} with login nosuperuser nocreatedb nocreaterole
        noreplication nobypassrls password ${client.escapeLiteral(password)}`,
    )
  })
  const url = new URL(ownerUrl)
  url.username = NAME
  url.password = password
  return url.href
}
