import pg from 'pg'
import { markAway } from './database-away.ts'

/** Does something on a connection of its own, which is closed afterwards; throws DatabaseAway where there is none. */
export async function onOneConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'portaria start' })
  // When it breaks, what was asked fails and says so; without a listener the process would end before.
  client.on('error', () => undefined)
  await markAway(client.connect())
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
