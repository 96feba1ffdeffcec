import type { Db } from '../../server/database/database.ts'
import { createBareDatabase } from './bare-database.ts'
import type { Builders } from './builders.ts'
import { ServerProcess } from './server-process.ts'
import type { TestClient } from './test-client.ts'
import { type EncryptionKey, Keyring } from '../../server/secrets/keyring.ts'
import { consoleUrl, ownerUrlOf } from './test-database.ts'
import { secretsKey, secretsKeysText } from './test-environment.ts'
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

/** Keys of SECRETS_KEYS of the two servers. */
interface SecretsKeys {
  first: readonly EncryptionKey[]
  second: readonly EncryptionKey[]
}

/** Starts both servers. They use the real clock; the builders use a fixed clock. */
export async function startTwoServers(
  keys: SecretsKeys = { first: [secretsKey], second: [secretsKey] },
): Promise<TwoServers> {
  const database = await createBareDatabase()
  const { db, url, build } = database
  // Reads the messages of both servers.
  const keyring = new Keyring([...keys.first, ...keys.second])
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrlOf(url), PUBLIC_URL: consoleUrl }
  const startWith = (secrets: readonly EncryptionKey[]) =>
    ServerProcess.start({ ...env, SECRETS_KEYS: secretsKeysText(secrets) })
  const [one, other] = await Promise.all([startWith(keys.first), startWith(keys.second)])
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
