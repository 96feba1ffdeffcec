import type { Config } from '../server/config.ts'
import { startEmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { reachEmbeddedDatabase } from '../server/database/embedded/reach-database.ts'
import type { DatabaseRoles } from '../server/database/migrate.ts'

/**
 * Runs `work` on the configured database. An embedded database is started if it is not running; with `exclusive` a
 * running one is an error, since the server uses it.
 */
export async function withOwner<T>(
  { databaseUrl, databaseOwnerUrl, dataDir }: Config,
  work: (roles: DatabaseRoles) => Promise<T>,
  { exclusive = false } = {},
): Promise<T> {
  if (databaseUrl !== undefined)
    return work({ url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl })
  const options = { dataDir, durable: true, log: (line: string) => console.error(line) }
  const database = await (exclusive
    ? startEmbeddedDatabase(options)
    : reachEmbeddedDatabase(options))
  try {
    return await work(database)
  } finally {
    await database.stop()
  }
}
