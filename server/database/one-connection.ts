import pg from 'pg'
import { markUnavailable } from './database-unavailable.ts'

/**
 * Runs the callback on a separate connection, which is closed afterwards. Throws DatabaseUnavailable if it cannot
 * connect.
 */
export async function onOneConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'portaria start' })
  // Statements on a broken connection reject by themselves; without a listener the event would end the process.
  client.on('error', () => undefined)
  await markUnavailable(client.connect())
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
