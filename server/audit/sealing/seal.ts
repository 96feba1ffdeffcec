import type { Db } from '../../database/database.ts'
import { writeEntry } from '../log-entry.ts'
import { openCheckpoint, writeCheckpoint } from '../log/checkpoint.ts'
import type { NoteSigner } from '../log/signed-note.ts'
import type { TreeEdge } from '../log/tiles.ts'
import {
  hasPending,
  insertCheckpoint,
  insertLeaves,
  readCheckpoints,
  readEdge,
  readEntries,
  saveTiles,
  takePending,
} from './sealing-queries.ts'

/** Maximum number of events that are read at once. */
const maxBatch = 4096

/** Seals all events that may be sealed now. */
export async function sealAll(db: Db, signer: NoteSigner): Promise<void> {
  while ((await hasPending(db)) && (await sealBatch(db, signer)) === maxBatch);
}

/**
 * Appends pending events to the tree and signs a new checkpoint. Both happen in one transaction, so that the log is
 * always consistent. Returns the number of removed rows. Of two concurrent calls one fails, because both insert the
 * same leaf numbers.
 */
function sealBatch(db: Db, signer: NoteSigner): Promise<number> {
  return db.transaction().execute(async (within) => {
    const { taken, events } = await takePending(within, maxBatch)
    if (!events.length) return taken
    const edge = await readWholeEdge(within, signer)
    const start = edge.size
    for (const event of events) edge.append(writeEntry(event))
    await insertLeaves(
      within,
      start,
      events.map(({ seq }) => seq),
    )
    await saveTiles(within, edge.changed())
    await insertCheckpoint(within, edge.size, writeCheckpoint(edge, signer))
    return taken
  })
}

/**
 * Reads the right edge of the tree, and verifies it from the newest checkpoint with a valid signature: events sealed
 * since then are hashed again. Any client with the server's role could add a correct checkpoint without a signature
 * (decision 64), and the next checkpoint covers it. Throws if the tree does not match, so that no new checkpoint is
 * signed.
 */
async function readWholeEdge(db: Db, signer: NoteSigner): Promise<TreeEdge> {
  let newestSize = 0
  let edge = await readEdge(db, 0)
  for await (const { size, note } of readCheckpoints(db)) {
    newestSize ||= size
    const head = openCheckpoint(note, signer)
    if (!head) continue
    edge = await readEdge(db, size)
    if (head.size !== size || !head.root.equals(edge.root)) throw new Error(mismatch)
    break
  }
  while (edge.size < newestSize) {
    const entries = await readEntries(db, edge.size, maxBatch)
    for (const entry of entries) edge.append(writeEntry(entry))
    const stored = await readEdge(db, edge.size)
    if (!entries.length || !edge.root.equals(stored.root)) throw new Error(mismatch)
    edge = stored
  }
  if (edge.size !== newestSize) throw new Error(mismatch)
  return edge
}

const mismatch = 'The log does not match its newest head: run npm run audit:verify.'
