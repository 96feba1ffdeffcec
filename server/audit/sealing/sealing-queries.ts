import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { type EntryRow, entryColumns } from '../log-entry.ts'
import { hashLength } from '../log/merkle-tree.ts'
import { edgeOf, type Tile, TreeEdge, tileWidth } from '../log/tiles.ts'

/** Whether any event is unsealed. */
export async function hasPending(db: Db): Promise<boolean> {
  const { rows } = await sql`select from audit_pending limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Returns the id of the oldest running transaction, or the next id if none is running. All older transactions have
 * ended, so the order of their events is final. Transactions of other databases on the same server share the sequence
 * of ids, but are ignored.
 */
async function readHorizon(db: Db): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    select coalesce(
      (select running from pg_snapshot_xip(now) as running
        where not exists (
          select from pg_locks held join pg_stat_activity whose using (pid)
          where held.locktype = 'transactionid' and held.mode = 'ExclusiveLock' and held.granted
            and held.transactionid = running::xid
            and whose.datid <> (select oid from pg_database where datname = current_database()))
        order by running limit 1),
      pg_snapshot_xmax(now))::text as horizon
    from pg_current_snapshot() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no snapshot.')
  return row.horizon
}

/** Events of one batch of pending rows. */
interface Batch {
  /** Number of removed rows. */
  taken: number
  /** Events of these rows that were not sealed. */
  events: EntryRow[]
}

/**
 * Removes and returns the next pending events in log order, by transaction and then by number. Events restored from a
 * dump may have transaction ids that this server has not reached yet. They are returned too. Removes repeated rows of
 * an event, and rows of a sealed event, without returning them: any client with the server's role could insert them.
 */
export async function takePending(db: Db, limit: number): Promise<Batch> {
  // This must be an earlier statement. So the next statement sees the events of every transaction that had ended
  // before.
  const horizon = await readHorizon(db)
  const { rows } = await sql<(EntryRow | { seq: null }) & { taken: number }>`
    with ready as materialized (
      select p.xid, p.seq from audit_pending p
      where (p.xid < ${horizon}::xid8 or p.xid >= pg_snapshot_xmax(pg_current_snapshot()))
        and exists (select from audit_entries e where e.seq = p.seq)
      order by p.xid, p.seq limit ${limit}),
    taken as (delete from audit_pending p using ready where p.xid = ready.xid and p.seq = ready.seq),
    unsealed as (
      select min(xid::text::numeric) as xid, seq from ready
      where not exists (select from audit_leaves l where l.seq = ready.seq) group by seq)
    select batch.taken, ${entryColumns} from (select count(*) as taken from ready) as batch
    left join (unsealed join audit_entries e on e.seq = unsealed.seq) on true
    order by unsealed.xid, unsealed.seq`.execute(db)
  return {
    taken: rows[0]?.taken ?? 0,
    events: rows.filter((row) => row.seq !== null).map(({ taken: _taken, ...event }) => event),
  }
}

/** Returns the newest checkpoint, or undefined before the first one. */
export function readNewestCheckpoint(db: Db) {
  return db
    .selectFrom('audit_checkpoints')
    .selectAll()
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the checkpoints, the newest first. */
export async function* readCheckpoints(db: Db) {
  let head = await readNewestCheckpoint(db)
  while (head) {
    yield head
    head = await db
      .selectFrom('audit_checkpoints')
      .selectAll()
      .where('size', '<', head.size)
      .orderBy('size', 'desc')
      .limit(1)
      .executeTakeFirst()
  }
}

/** Returns at most `limit` sealed events from this leaf on. */
export async function readEntries(db: Db, start: number, limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from audit_leaves l join audit_entries e on e.seq = l.seq
    where l.leaf >= ${start} order by l.leaf limit ${limit}`.execute(db)
  return rows
}

/** Reads the right edge of a tree of this size from its tiles. */
export async function readEdge(db: Db, size: number): Promise<TreeEdge> {
  const tiles: Buffer[] = []
  for (let level = 0; size >= tileWidth ** level; level++) {
    const { index, width } = edgeOf(size, level)
    // A tile may have grown since the tree had this size.
    const tile = width ? await readTile(db, level, index) : Buffer.alloc(0)
    tiles.push(tile.subarray(0, width * hashLength))
  }
  return new TreeEdge(size, tiles)
}

/** Returns the hashes of a full or partial tile; empty if there is none. */
export async function readTile(db: Db, level: number, index: number): Promise<Buffer> {
  const tile = await db
    .selectFrom('audit_tiles')
    .select('hashes')
    .where('level', '=', level)
    .where('index', '=', index)
    .executeTakeFirst()
  return tile?.hashes ?? Buffer.alloc(0)
}

/** Inserts the leaves of these events, numbered from `start`. */
export async function insertLeaves(db: Db, start: number, seqs: readonly number[]): Promise<void> {
  await sql`insert into audit_leaves (leaf, seq)
    select ${start}::bigint + place - 1, seq
    from unnest(${seqs}::bigint[]) with ordinality as leaf (seq, place)`.execute(db)
}

/** Inserts or updates tiles. */
export async function saveTiles(db: Db, tiles: readonly Tile[]): Promise<void> {
  await db
    .insertInto('audit_tiles')
    .values([...tiles])
    .onConflict((conflict) =>
      conflict
        .columns(['level', 'index'])
        .doUpdateSet((given) => ({ hashes: given.ref('excluded.hashes') })),
    )
    .execute()
}

export async function insertCheckpoint(db: Db, size: number, note: string): Promise<void> {
  await db.insertInto('audit_checkpoints').values({ size, note }).execute()
}
