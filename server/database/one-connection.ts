import type pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { markUnavailable } from './database-unavailable.ts'

/**
 * Runs the callback on a separate connection, which is closed afterwards. Throws DatabaseUnavailable if it cannot
 * connect.
 */
export async function onOneConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'portaria start' })
  await markUnavailable(client.connect())
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
