import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { type EntryRow, entryColumns, writeEntry } from '../log-entry.ts'
import { hashLength } from '../log/merkle-tree.ts'
import { tileWidth } from '../log/tiles.ts'
import { readTile } from '../sealing/sealing-queries.ts'
import type { LogSource, SealedLeaf } from './log-source.ts'

/** Number of leaves per query. Must be a multiple of full tiles. */
const page = 16 * tileWidth

/** Opens the log in the database. A repeatable-read transaction gives a consistent snapshot. */
export function databaseLog(db: Db): LogSource {
  return {
    async checkpoints() {
      const rows = await db.selectFrom('audit_checkpoints').select('note').orderBy('size').execute()
      return rows.map(({ note }) => note)
    },
    leaves: () => readLeaves(db),
    readTile: (level, index) => readTile(db, level, index),
    async placeOf(hash) {
      const { rows } = await sql<{ place: number }>`
        select index * ${tileWidth} + (position(${hash} in hashes) - 1) / ${hashLength} as place
        from audit_tiles where level = 0 and position(${hash} in hashes) > 0 limit 1`.execute(db)
      return rows[0]?.place
    },
    async leafOf(event) {
      const { rows } = await sql<EntryRow & { leaf: number }>`
        select l.leaf, ${entryColumns} from audit_leaves l join audit_entries e using (seq)
        where l.seq = ${event}`.execute(db)
      const [row] = rows
      if (!row) return undefined
      const { leaf, ...entry } = row
      return { index: leaf, entry: writeEntry(entry) }
    },
  }
}

/** A leaf with its event. `there` is false if the event is missing. */
type LeafRow = EntryRow & { leaf: number; sealed: number; there: boolean }

function entryOf({ leaf: _leaf, sealed: _sealed, there, ...entry }: LeafRow): Buffer | undefined {
  return there ? writeEntry(entry) : undefined
}

async function* readLeaves(db: Db): AsyncGenerator<SealedLeaf> {
  for (let start = 0; ; start += page) {
    const { rows } = await sql<LeafRow>`
      select l.leaf, l.seq as sealed, e.seq is not null as there, ${entryColumns}
      from audit_leaves l left join audit_entries e using (seq)
      where l.leaf >= ${start} and l.leaf < ${start + page} order by l.leaf`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const found = new Map(rows.map((row) => [row.leaf, row]))
    let tile: Buffer = Buffer.alloc(0)
    for (let index = start; index <= last.leaf; index++) {
      if (index % tileWidth === 0) tile = await readTile(db, 0, index / tileWidth)
      const at = (index % tileWidth) * hashLength
      const recorded = tile.subarray(at, at + hashLength)
      const row = found.get(index)
      yield {
        index,
        event: row?.sealed,
        entry: row && entryOf(row),
        recorded: recorded.length ? recorded : undefined,
      }
    }
    if (last.leaf < start + page - 1) return
  }
}
