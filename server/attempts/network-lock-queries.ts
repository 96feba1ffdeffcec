import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database-types.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import {
  type NetworkLockId,
  networkLockKind,
  type NetworkLockKind,
  networkLockKinds,
  type networkLocks,
} from '../../contract/network-locks.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { networkCounterKey, rowKey, rowPrefixes } from './attempt-keys.ts'
import { deleteCounters } from './attempt-queries.ts'
import { attemptRules } from './attempt-rules.ts'

const kinds = networkLockKind.options

/** `failures:password:network:192.0.2.1` */
const key = sql.ref('rate_limits.key')
const kind = sql<NetworkLockKind>`split_part(${key}, ':', 2)`
const network = sql<string>`substr(${key}, strpos(${key}, ':network:') + 9)`
const failures = sql<number>`rate_limits.points`
const rememberedUntil = sql<Date>`to_timestamp(rate_limits.expire / 1000.0)`
const free = sql<number>`${byKind((each) => sql.lit(attemptRules[each].freePerNetwork ?? 0))}`
const shownKind = byKind((each) => sql.lit(networkLockKinds[each]))
const slowed = sql<boolean>`${failures} >= ${free}`

/** What is another value for each kind. */
function byKind(value: (kind: NetworkLockKind) => RawBuilder<unknown>) {
  const cases = kinds.map((each) => sql`when ${sql.lit(each)} then ${value(each)}`)
  return sql`case ${kind} ${sql.join(cases, sql` `)} end`
}

/** What the list shows of a counter, to be searched; networks are in lower case, and the words are folded only once. */
const searchLine = sql`concat_ws(chr(10), ${network},
  ${byKind((each) => sql`search_fold(${sql.lit(networkLockKinds[each])})`)},
  case when ${slowed} then 'em espera' else 'livre' end, search_instant(${rememberedUntil}))`

/** Kinds are ordered as people read them; networks byte by byte, as their keys are. */
const sorts = {
  network,
  kind: shownKind,
  failures,
  remembered_until: rememberedUntil,
}

/** Counters of networks that are still remembered; on the primary key, where each kind lies together. */
const remembered = (now: Date) => (eb: ExpressionBuilder<Database, 'rate_limits'>) =>
  eb.and([
    eb.or(
      kinds.map((each) =>
        eb('key', 'like', rowKey('failures', counterOf({ kind: each, network: '%' }))),
      ),
    ),
    eb('expire', '>', now.getTime()),
  ])

/**
 * The counters of networks, those under their free ones too. Two queries, and neither reads counters of accounts. Of
 * networks each reads all: with 200,000 of them a page took half a second and a search three at the most, on two cores
 * that had other work. It takes as many networks that fail within an hour to have so many.
 */
export function listNetworkLocks(
  db: Db,
  list: QueryOf<typeof networkLocks.networkLockList>,
  now: Date,
) {
  return findPage({
    list,
    from: db.selectFrom('rate_limits').where(remembered(now)),
    rows: db
      .selectFrom('rate_limits')
      .select([
        sql<string>`${kind} || ':' || replace(${network}, '/64', '')`.as('id'),
        kind.as('kind'),
        network.as('network'),
        failures.as('failures'),
        free.as('free'),
        slowed.as('slowed'),
        rememberedUntil.as('remembered_until'),
      ])
      .where(remembered(now)),
    wanted: filtered(list, {
      kind: (wanted) => sql`${kind} = ${wanted}`,
      slowed: (wanted) => sql`(${slowed}) = ${wanted === 1}`,
    }),
    searched: { name: network, shows: (pattern) => sql`${searchLine} like ${pattern}` },
    sorts,
    id: key,
  })
}

/** The counters whose tries wait now, as a statement to be counted; on the primary key, as the list. */
export const slowedNetworks = (now: Date): RawBuilder<unknown> =>
  sql`select from rate_limits where rate_limits.expire > ${now.getTime()} and ${slowed} and (${sql.join(
    kinds.map(
      (each) => sql`${key} like ${rowKey('failures', counterOf({ kind: each, network: '%' }))}`,
    ),
    sql` or `,
  )})`

/** One counter of a network as it stands; undefined where nothing is remembered. */
export async function findNetworkLock(db: Db, id: NetworkLockId, now: Date) {
  const row = await db
    .selectFrom('rate_limits')
    .select('points')
    .where('key', '=', rowKey('failures', counterOf(id)))
    .where('expire', '>', now.getTime())
    .executeTakeFirst()
  return row && { ...id, failures: row.points }
}

/** Forgets one counter of a network on every instance at once: failures, the turn, and how many were refused. */
export async function forgetNetworkLock(db: Db, id: NetworkLockId): Promise<void> {
  await deleteCounters(
    db,
    rowPrefixes.map((prefix) => rowKey(prefix, counterOf(id))),
  )
}

function counterOf({ kind: of, network: from }: NetworkLockId): { key: string } {
  return { key: networkCounterKey(of, from) }
}
