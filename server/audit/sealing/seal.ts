import type { Db } from '../../database/database.ts'
import { writeEntry } from '../log-entry.ts'
import { openCheckpoint, writeCheckpoint } from '../log/checkpoint.ts'
import type { NoteSigner } from '../log/signed-note.ts'
import type { TreeEdge } from '../log/tiles.ts'
import {
  hasPending,
  insertCheckpoint,
  insertLeaves,
  readEdge,
  readNewestCheckpoint,
  saveTiles,
  takePending,
} from './sealing-queries.ts'

/** So many events at most are sealed in one transaction; those that wait at a first start come in several. */
const batch = 4096

/** Seals everything that may be sealed by now. */
export async function sealAll(db: Db, signer: NoteSigner): Promise<void> {
  while ((await hasPending(db)) && (await sealBatch(db, signer)) === batch);
}

/**
 * Appends what waits to the tree and signs its head, in one transaction: however it ends, the log is whole. Returns how
 * many events it took. Only one at a time: whoever comes second finds the places taken.
 */
function sealBatch(db: Db, signer: NoteSigner): Promise<number> {
  return db.transaction().execute(async (within) => {
    const rows = await takePending(within, batch)
    if (!rows.length) return 0
    const edge = await readWholeEdge(within, signer)
    const start = edge.size
    for (const row of rows) edge.append(writeEntry(row))
    await insertLeaves(
      within,
      start,
      rows.map(({ seq }) => seq),
    )
    await saveTiles(within, edge.changed())
    await insertCheckpoint(within, edge.size, writeCheckpoint(edge, signer))
    return rows.length
  })
}

/** Nothing is signed over a tree that isn't the one whose head was signed before. */
async function readWholeEdge(db: Db, signer: NoteSigner): Promise<TreeEdge> {
  const newest = await readNewestCheckpoint(db)
  const edge = await readEdge(db, newest?.size ?? 0)
  if (!newest) return edge
  const head = openCheckpoint(newest.note, signer)
  if (head?.size !== edge.size || !head.root.equals(edge.root))
    throw new Error('The log does not fit its newest head: run npm run audit:verify.')
  return edge
}
