import { join } from 'node:path'
import { onOneConnection } from '../../server/database/one-connection.ts'
import { productFolder } from '../../server/shared/product-folder.ts'
import { Mailbox } from '../../test/testing/mailbox.ts'
import { DatabaseCluster } from './database-cluster.ts'
import { DrillClient } from './drill-client.ts'
import { createMachine, createNetwork } from './drill-network.ts'
import type { DrillUser } from './mixed-load.ts'
import { PortalServers, portalUrl, type Release } from './portal-servers.ts'
import type { RequestLog } from './request-log.ts'

/** Number of users that send requests. */
const userCount = 20
const administratorEmail = 'admin@portaria.example'

export interface Drill {
  cluster: DatabaseCluster
  servers: PortalServers
  mailbox: Mailbox
  /** This version, with all hosts of the database. */
  current: Release
}

/** Starts the cluster, fills it, and starts the processes of the previous release. */
export async function setUpDrill(folder: string): Promise<Drill> {
  console.log('Starting etcd, Patroni and PostgreSQL …')
  await createNetwork(userCount + 1)
  const machines = [await createMachine(1), await createMachine(2), await createMachine(3)]
  const cluster = await DatabaseCluster.start(machines, folder)
  const releaseIn = (path: string, hosts = cluster.members): Release => ({
    folder: path,
    databaseUrl: cluster.url('portaria_server', hosts),
    ownerUrl: cluster.url('portaria_owner', hosts),
  })
  const primary = await cluster.leader()
  // Release 0.3.0 accepts only one host.
  const previous = releaseIn(join(folder, 'previous'), primary && [primary])
  const mailbox = new Mailbox()
  const servers = new PortalServers(folder, await mailbox.open())
  console.log('Filling the database, and starting the previous release …')
  await servers.fill(previous)
  await servers.start(previous)
  return { cluster, servers, mailbox, current: releaseIn(productFolder) }
}

export interface SignedInUsers {
  users: readonly DrillUser[]
  administrator: DrillUser
}

/** Signs in the administrator and the users, each with an address of its own. */
export async function signInUsers(
  { mailbox, current }: Drill,
  log: RequestLog,
): Promise<SignedInUsers> {
  console.log('Signing in …')
  const emails = await readEmails(current.ownerUrl)
  const users: DrillUser[] = []
  for (const [number, email] of emails.entries()) {
    const client = new DrillClient(number, { url: portalUrl, mailbox, log })
    await client.signIn(email)
    users.push({ email, client })
  }
  const [administrator] = users
  if (!administrator) throw new Error('There is no administrator.')
  return { users, administrator }
}

/** Returns the keys of confirmed writes that the database does not have. */
export async function findLostWrites(url: string, log: RequestLog): Promise<Set<string>> {
  return onOneConnection(url, async (client) => {
    const { rows } = await client.query<{ key: string }>(
      `select id::text as key from tokens where id::text = any($1)
       union all select name from services where name = any($1)`,
      [log.acknowledged.map(({ key }) => key)],
    )
    const present = new Set(rows.map(({ key }) => key))
    return new Set(log.acknowledged.map(({ key }) => key).filter((key) => !present.has(key)))
  })
}

/** Returns the e-mails of the administrator and of users who may list users in the console. */
async function readEmails(ownerUrl: string): Promise<string[]> {
  return onOneConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `select u.email from users u join passwords p on p.user_id = u.id
       where u.active and not u.suspended and not u.federated and p.superseded_at is null and not p.temporary
         and p.created_at > now() - interval '60 days'
         and exists (
           select from user_profiles up
           join profile_functions pf on pf.profile_id = up.profile_id
           join functions f on f.id = pf.function_id
           where up.user_id = u.id and f.module_id = 1 and f.environment = 'front' and f.url = '/user-list')
       order by u.email <> $1, u.id limit $2`,
      [administratorEmail, userCount + 1],
    )
    return rows.map(({ email }) => email)
  })
}
