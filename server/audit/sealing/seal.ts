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

/** Maximum events in one transaction. */
const maxBatch = 4096

/** Seals all events that may be sealed now. */
export async function sealAll(db: Db, signer: NoteSigner): Promise<void> {
  while ((await hasPending(db)) && (await sealBatch(db, signer)) === maxBatch);
}

/**
 * Appends pending events to the tree and signs its head. Both happen in one transaction, so that the log is always
 * consistent. Returns the number of events. Of two concurrent calls one fails, because both insert the same leaf
 * numbers.
 */
function sealBatch(db: Db, signer: NoteSigner): Promise<number> {
  return db.transaction().execute(async (within) => {
    const rows = await takePending(within, maxBatch)
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

/**
 * Reads the right edge of the tree. Throws if it does not match the last signed head, so that no new head is signed.
 */
async function readWholeEdge(db: Db, signer: NoteSigner): Promise<TreeEdge> {
  const newest = await readNewestCheckpoint(db)
  const edge = await readEdge(db, newest?.size ?? 0)
  if (!newest) return edge
  const head = openCheckpoint(newest.note, signer)
  if (head?.size !== edge.size || !head.root.equals(edge.root))
    throw new Error('The log does not match its newest head: run npm run audit:verify.')
  return edge
}
