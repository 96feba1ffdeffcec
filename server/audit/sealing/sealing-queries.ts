import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { type EntryRow, entryColumns } from '../log-entry.ts'
import { edgeOf, type Tile, TreeEdge, tileWidth } from '../log/tiles.ts'

/** Whether any event waits for the log. */
export async function hasPending(db: Db): Promise<boolean> {
  const { rows } = await sql`select from audit_pending limit 1`.execute(db)
  return rows.length > 0
}

/**
 * The first transaction that may still add events: every one before it is over, so nothing can slip in among theirs any
 * more. PostgreSQL counts transactions of all its databases alike; those of others add nothing here and hold up nobody.
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
  if (!row) throw new Error('PostgreSQL gave no snapshot.')
  return row.horizon
}

/**
 * Takes the next events for the log out of those that wait, in its order: by transaction, then by number. Where the
 * database was restored from a dump, some may be of transactions that this server is yet to count up to.
 */
export async function takePending(db: Db, limit: number): Promise<EntryRow[]> {
  // In a statement of its own, before: whatever is over by then is seen by the next.
  const horizon = await readHorizon(db)
  const { rows } = await sql<EntryRow>`
    with ready as materialized (
      select p.xid, p.seq from audit_pending p
      where (p.xid < ${horizon}::xid8 or p.xid >= pg_snapshot_xmax(pg_current_snapshot()))
        and exists (select from audit_entries e where e.seq = p.seq)
      order by p.xid, p.seq limit ${limit}),
    taken as (delete from audit_pending p using ready where p.xid = ready.xid and p.seq = ready.seq)
    select ${entryColumns} from ready join audit_entries e on e.seq = ready.seq
    order by ready.xid, ready.seq`.execute(db)
  return rows
}

/** The newest head; undefined before the first. */
export function readNewestCheckpoint(db: Db) {
  return db
    .selectFrom('audit_checkpoints')
    .selectAll()
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The right edge of a tree of this size, of its tiles. */
export async function readEdge(db: Db, size: number): Promise<TreeEdge> {
  const tiles: Buffer[] = []
  for (let level = 0; size >= tileWidth ** level; level++) {
    const { index, width } = edgeOf(size, level)
    tiles.push(width ? await readTile(db, level, index) : Buffer.alloc(0))
  }
  return new TreeEdge(size, tiles)
}

/** The hashes of a tile as far as it has grown, none where there is none. */
export async function readTile(db: Db, level: number, index: number): Promise<Buffer> {
  const tile = await db
    .selectFrom('audit_tiles')
    .select('hashes')
    .where('level', '=', level)
    .where('index', '=', index)
    .executeTakeFirst()
  return tile?.hashes ?? Buffer.alloc(0)
}

/** Writes down which events are the leaves from `start` on. */
export async function insertLeaves(db: Db, start: number, seqs: readonly number[]): Promise<void> {
  await sql`insert into audit_leaves (leaf, seq)
    select ${start}::bigint + place - 1, seq
    from unnest(${seqs}::bigint[]) with ordinality as leaf (seq, place)`.execute(db)
}

/** Writes tiles that grew. */
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

/** Writes a head. */
export async function insertCheckpoint(db: Db, size: number, note: string): Promise<void> {
  await db.insertInto('audit_checkpoints').values({ size, note }).execute()
}
