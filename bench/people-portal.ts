import { hash } from 'node:crypto'
import { demoPeople } from '../database/demo/demo-people.ts'
import serverEnvironment from '../scripts/server-environment.json' with { type: 'json' }
import type { EmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { onOneConnection } from '../server/database/one-connection.ts'
import { findFreePort } from '../test/testing/free-port.ts'
import { PortalClient } from '../test/testing/portal-client.ts'
import { type FilledPeople, fillPeople } from './fill-people.ts'
import { waitUntilReady, type Worker } from './processes.ts'

/** A portal with this many users, and an administrator's client. */
export interface PeoplePortal {
  people: number
  url: string
  administrator: PortalClient
  filled: FilledPeople
}

type Start = (address: string, env: Record<string, string>) => Worker

/**
 * Starts a server in a process of its own, with its own database in the cluster, and fills the database if it is new.
 */
export async function startPeoplePortal(
  cluster: EmbeddedDatabase,
  dataDir: string,
  people: number,
  start: Start,
): Promise<PeoplePortal> {
  const name = `people_${people}`
  await onOneConnection(cluster.ownerUrl, async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [name])
    if (rows.length === 0) await client.query(`create database ${name}`)
  })
  const of = (address: string) => Object.assign(new URL(address), { pathname: name }).href
  const port = await findFreePort()
  const env = {
    ...serverEnvironment,
    DEMO: '1',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    EXAMPLE_MODULE_PORT: String(await findFreePort()),
    EXAMPLE_IDP_PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: of(cluster.url),
    DATABASE_OWNER_URL: of(cluster.ownerUrl),
    // The key is constant, so that later runs can decrypt the data.
    SECRETS_KEYS: `bench:${hash('sha256', 'bench', 'base64')}`,
    CAPTCHA_PROVIDER: 'none',
    // Lets load generators set the client's network.
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  const server = start(import.meta.resolve('../dist/server/main.mjs'), env)
  const url = `http://127.0.0.1:${port}`
  await server.during(waitUntilReady(url))
  const filled = await fillPeople(env.DATABASE_OWNER_URL, people)
  const administrator = new PortalClient(url)
  await administrator.enterConsole(await administrator.signIn(demoPeople.administrator.email))
  return { people, url, administrator, filled }
}
