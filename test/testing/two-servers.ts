import type { Db } from '../../server/database/database.ts'
import { createBareDatabase } from './bare-database.ts'
import type { Builders } from './builders.ts'
import { ServerProcess } from './server-process.ts'
import type { TestClient } from './test-client.ts'
import { consoleUrl, ownerUrlOf } from './test-database.ts'
import { TestTrips } from './test-trips.ts'

/** Client of one server. */
export interface ServerSide {
  client: TestClient
  trips: TestTrips
}

/** Two servers in separate processes on one database, as behind a load balancer. */
export interface TwoServers extends ServerSide {
  second: ServerSide
  /** Connected as the owner, for arranging and inspecting. */
  db: Db
  build: Builders
  close(): Promise<void>
}

/** Starts both servers. They use the real clock; the builders use a fixed clock. */
export async function startTwoServers(): Promise<TwoServers> {
  const database = await createBareDatabase()
  const { db, url, keyring, build } = database
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrlOf(url), PUBLIC_URL: consoleUrl }
  const [one, other] = await Promise.all([ServerProcess.start(env), ServerProcess.start(env)])
  const sideOf = ({ client }: ServerProcess): ServerSide => ({
    client,
    trips: new TestTrips(client, db, keyring),
  })
  return {
    ...sideOf(one),
    second: sideOf(other),
    db,
    build,
    close: async () => {
      await Promise.all([one.stop(), other.stop()])
      await database.close()
    },
  }
}
