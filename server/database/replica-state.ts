/**
 * State of a standby compared with its primary. A position of the write-ahead log (LSN) is a number of bytes, so "the
 * standby has everything that was committed before a time" is a comparison of two numbers, and no clock of another
 * machine matters.
 */

/** Identifies the database in its cluster. A copy made by streaming replication has the same value. */
const identity = `(select system_identifier from pg_control_system())::text || '/' ||
  (select oid from pg_database where datname = current_database())`

/** Position of the primary's log up to which all commits are included. */
export interface PrimaryState {
  identity: string
  /** Number of the history of the log. A promotion begins a new one. */
  timeline: number
  position: string
}

/** Query for `PrimaryState`. Only a primary accepts it. */
export const primaryStateQuery = `
  select ${identity} as identity, pg_current_wal_lsn()::text as position,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`

export interface ReplicaState {
  identity: string
  standby: boolean
  /** Null if the standby does not know it, for example just after its start. */
  timeline: number | null
  /** Position up to which the log is replayed; null on a primary. */
  position: string | null
}

/** Query for `ReplicaState`. */
export const replicaStateQuery = `
  select ${identity} as identity, pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position,
    greatest((select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery())) as timeline`

/** Converts an LSN, such as `0/1501260`, to a number of bytes. */
export function bytesOf(position: string): bigint {
  const [high = '', low = ''] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * Returns why a server cannot replace the primary for reads, whatever its delay. Undefined if it is a standby of this
 * primary.
 *
 * After a failover, a standby may still follow the former primary, whose log may have got further than that of the new
 * one. The timeline shows this. A standby that follows the new primary reports the new timeline after its next
 * restart point.
 */
export function whyNoReplica(
  replica: ReplicaState,
  primary: Pick<PrimaryState, 'identity' | 'timeline'>,
): string | undefined {
  if (replica.identity !== primary.identity)
    return 'it is not a copy of the database of DATABASE_URL'
  if (!replica.standby) return 'it is not a standby'
  if (replica.timeline !== primary.timeline)
    return `it follows timeline ${replica.timeline}, and the primary is on ${primary.timeline}`
  return undefined
}
