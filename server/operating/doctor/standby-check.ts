import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { onOneConnection } from '../../database/one-connection.ts'
import {
  bytesOf,
  type PrimaryState,
  primaryStateQuery,
  type ReplicaState,
  replicaStateQuery,
  whyNoReplica,
} from '../../database/replica-state.ts'
import { type Check, failure, type Finding, good, needsDatabase, warning } from './doctor-check.ts'

/** How long the standby may take to replay the primary's position, and the interval between questions, in ms. */
const wait = { most: 2000, between: 50 }

/** Checks the server of DATABASE_READ_URL: role, database, rights, and delay. */
export const standbyCheck = (url: string, readUrl: string): Check => ({
  name: 'standby',
  run: async () => {
    const primary = await onOneConnection(url, (client) =>
      one<PrimaryState>(client, primaryStateQuery),
    )
    return onOneConnection(readUrl, (client) => compare(client, primary))
  },
  advice:
    'Lists and exports read from the primary meanwhile. Correct DATABASE_READ_URL, or start the standby.',
  needs: needsDatabase,
})

async function compare(client: pg.Client, primary: PrimaryState): Promise<Finding> {
  const host = `${client.host}:${client.port}`
  const asked = performance.now()
  let state = await one<ReplicaState>(client, replicaStateQuery)
  const reason = whyNoReplica(state, primary)
  if (reason !== undefined)
    return failure(
      `${host}: ${reason}`,
      'DATABASE_READ_URL must lead to a standby of DATABASE_URL.',
    )
  const { missing } = await one<{ missing: string | null }>(
    client,
    `select string_agg(relname, ', ' order by relname) as missing from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p')
       and not has_table_privilege(oid, 'select')`,
  )
  if (missing !== null)
    return failure(`${host}: the role cannot read ${missing}`, 'Use the role of DATABASE_URL.')
  const behind = () => bytesOf(primary.position) - bytesOf(state.position ?? '0/0')
  while (behind() > 0n && performance.now() - asked < wait.most) {
    await setTimeout(wait.between)
    state = await one<ReplicaState>(client, replicaStateQuery)
  }
  if (behind() > 0n)
    return warning(
      `${host} is a standby, and ${behind()} bytes of the log behind after ${wait.most / 1000} s`,
      'Lists and exports read from the primary until it has caught up: see pg_stat_replication and its load.',
    )
  const delay = Math.round(performance.now() - asked)
  return good(`${host} is a standby of this database, at most ${delay} ms behind`)
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text)
  const [row] = rows
  if (!row) throw new Error('the database returned no row')
  return row
}
