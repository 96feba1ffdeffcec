import { openCheckpoint, type TreeHead } from '../log/checkpoint.ts'
import { GrowingTree, hashLength, leafHash } from '../log/merkle-tree.ts'
import type { NoteVerifier } from '../log/signed-note.ts'
import { edgeOf, hashOfTile, tileWidth } from '../log/tiles.ts'
import type { LogSource, SealedLeaf } from './log-source.ts'

/** A verification failure. The message names the first affected event. */
export class AuditLogMismatch extends Error {
  override readonly name = 'AuditLogMismatch'
}

/** Result of a successful verification. */
export interface VerifiedLog {
  size: number
  /** Number of external checkpoints that were verified. */
  externalHeads: number
}

/** Head of a checkpoint with which the tree is compared. The checkpoint is stored in the log or externally. */
interface Claim extends TreeHead {
  external: boolean
}

/**
 * Rebuilds the whole tree from its entries. Compares the tree with the sealed hashes, with the checkpoints in the log
 * and with external checkpoints. Throws AuditLogMismatch at the first difference.
 */
export async function verifyLog(
  source: LogSource,
  verifier: NoteVerifier,
  externalNotes: readonly string[] = [],
): Promise<VerifiedLog> {
  const own = (await source.checkpoints()).map((note) => claimOf(note, verifier, false))
  const external = externalNotes.map((note) => claimOf(note, verifier, true))
  const claims = Map.groupBy([...own, ...external], ({ size }) => size)
  const tree = new GrowingTree()
  /** Last event that a verified checkpoint covers. */
  let sure: number | undefined
  let last: number | undefined
  for await (const leaf of source.leaves()) {
    tree.append(await hashOf(leaf, last, source))
    last = leaf.event
    const here = claims.get(tree.size) ?? []
    for (const claim of here) compare(claim, tree.root, { sure, last })
    if (here.length) sure = last
  }
  const size = own.at(-1)?.size ?? 0
  if (tree.size > size)
    throw new AuditLogMismatch(`event ${last} is after the end of the log: it was inserted later`)
  const longest = Math.max(...own.map((head) => head.size), ...external.map((head) => head.size), 0)
  if (tree.size < longest)
    throw new AuditLogMismatch(
      `the end was removed after event ${last ?? 'none'}: a head covers ${longest} events, but only ${tree.size} exist`,
    )
  await verifyTiles(source, tree.size)
  return { size, externalHeads: external.length }
}

/**
 * Compares every tile above the leaves with the tiles below it, because other verifiers compute proofs from these
 * tiles. Compares the length of every tile with the size of the tree. `verifyLog` has already compared the hashes of
 * the leaves with the entries.
 */
async function verifyTiles(source: LogSource, size: number): Promise<void> {
  for (let level = 0; size >= tileWidth ** level; level++) {
    const edge = edgeOf(size, level)
    for (let index = 0; index <= edge.index; index++) {
      const width = index < edge.index ? tileWidth : edge.width
      if (width === 0) continue
      const tile = await source.readTile(level, index)
      const isExpected =
        level === 0
          ? tile.length === width * hashLength
          : tile.equals(await hashesBelow(source, level, { index, width }))
      if (!isExpected)
        throw new AuditLogMismatch(
          `tile ${index} of level ${level} does not match the entries of the log`,
        )
    }
  }
}

async function hashesBelow(
  source: LogSource,
  level: number,
  { index, width }: { index: number; width: number },
): Promise<Buffer> {
  const hashes: Buffer[] = []
  for (let at = 0; at < width; at++)
    hashes.push(hashOfTile(await source.readTile(level - 1, index * tileWidth + at)))
  return Buffer.concat(hashes)
}

function claimOf(note: string, verifier: NoteVerifier, external: boolean): Claim {
  const head = openCheckpoint(note, verifier)
  const [, size] = note.split('\n')
  if (!head)
    throw new AuditLogMismatch(
      `the ${external ? 'external head' : 'head'} of ${size} events is not signed by ${verifier.name}`,
    )
  return { ...head, external }
}

/** Compares the hash of an entry with the sealed hash, and returns it. */
async function hashOf(
  { index, event, entry, recorded }: SealedLeaf,
  last: number | undefined,
  source: LogSource,
): Promise<Buffer> {
  if (!entry)
    throw new AuditLogMismatch(
      event === undefined
        ? `the event after event ${last ?? 'none'} is missing (leaf ${index})`
        : `event ${event} is missing (leaf ${index})`,
    )
  const hash = leafHash(entry)
  if (!recorded) throw new AuditLogMismatch(`the hash of event ${event} is missing (leaf ${index})`)
  if (hash.equals(recorded)) return hash
  const place = await source.placeOf(hash)
  throw new AuditLogMismatch(
    place === undefined
      ? `event ${event} was changed: it is not what was sealed as leaf ${index}`
      : `event ${event} was moved: it was sealed as leaf ${place} and is now leaf ${index}`,
  )
}

/**
 * Compares the tree with a checkpoint. An attacker can rewrite entries, hashes and checkpoints of the log, but not
 * external checkpoints.
 */
function compare(
  claim: Claim,
  root: Buffer,
  { sure, last }: { sure: number | undefined; last: number | undefined },
): void {
  if (claim.root.equals(root)) return
  const where = `of the events after ${sure ?? 'none'} up to ${last}`
  throw new AuditLogMismatch(
    claim.external
      ? `the log was forked: it does not match the external head of ${claim.size} events; one ${where} is different`
      : `the log does not match its head of ${claim.size} events: one ${where} is not what was sealed`,
  )
}
