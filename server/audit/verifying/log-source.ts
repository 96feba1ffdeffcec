import { hashLength, inclusionPath, type ReadSubtree } from '../log/merkle-tree.ts'
import { hashOfTile, tileWidth } from '../log/tiles.ts'

/** A leaf of the log, with its entry and its sealed hash. A missing entry or hash is undefined. */
export interface SealedLeaf {
  index: number
  event: number | undefined
  entry: Buffer | undefined
  recorded: Buffer | undefined
}

/** A log to be verified, from the database or from the folder of an export. */
export interface LogSource {
  /** Returns the checkpoints of the log, smallest first. */
  checkpoints(): Promise<string[]>
  /** Returns all leaves of the log, in order. */
  leaves(): AsyncIterable<SealedLeaf>
  /** Returns the hashes of a full or partial tile. */
  readTile(level: number, index: number): Promise<Buffer>
  /** Returns the index of the leaf with this hash. */
  placeOf(hash: Buffer): Promise<number | undefined>
  /** Returns the leaf of an event. */
  leafOf(event: number): Promise<{ index: number; entry: Buffer } | undefined>
}

/** Returns the siblings from a leaf to the root of a tree of this size. */
export function pathOf(source: LogSource, index: number, size: number): Promise<Buffer[]> {
  return inclusionPath(subtreesOf(source), index, size)
}

/** Returns a function that computes the seven tree levels between two tile levels from the lower tile level. */
function subtreesOf(source: LogSource): ReadSubtree {
  return async (level, index) => {
    const hashes = 2 ** (level % 8)
    const start = index * hashes
    const tile = await source.readTile(Math.floor(level / 8), Math.floor(start / tileWidth))
    const from = (start % tileWidth) * hashLength
    const part = tile.subarray(from, from + hashes * hashLength)
    if (part.length < hashes * hashLength)
      throw new Error(`The log has no tile of level ${level} at this position.`)
    return hashOfTile(part)
  }
}
