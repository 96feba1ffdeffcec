import { hashLength, inclusionPath, type ReadSubtree } from '../log/merkle-tree.ts'
import { hashOfTile, tileWidth } from '../log/tiles.ts'

/** One place in the log: the entry that stands there, and the hash that was sealed for it; absent where it is gone. */
export interface SealedLeaf {
  index: number
  event: number | undefined
  entry: Buffer | undefined
  recorded: Buffer | undefined
}

/** A log to look at: in the database, or in a folder that it was exported to. */
export interface LogSource {
  /** Its own heads, from the smallest. */
  checkpoints(): Promise<string[]>
  /** All its leaves, in order. */
  leaves(): AsyncIterable<SealedLeaf>
  /** The hashes of a tile as far as it has grown. */
  readTile(level: number, index: number): Promise<Buffer>
  /** The leaf that was sealed with this hash. */
  placeOf(hash: Buffer): Promise<number | undefined>
  /** The leaf of an event. */
  leafOf(event: number): Promise<{ index: number; entry: Buffer } | undefined>
}

/** The siblings of a leaf in the tree of this size, read from tiles. */
export function pathOf(source: LogSource, index: number, size: number): Promise<Buffer[]> {
  return inclusionPath(subtreesOf(source), index, size)
}

/** Between two levels of tiles lie eight of the tree, which are hashed from the lower one. */
function subtreesOf(source: LogSource): ReadSubtree {
  return async (level, index) => {
    const hashes = 2 ** (level % 8)
    const start = index * hashes
    const tile = await source.readTile(Math.floor(level / 8), Math.floor(start / tileWidth))
    const from = (start % tileWidth) * hashLength
    const part = tile.subarray(from, from + hashes * hashLength)
    if (part.length < hashes * hashLength)
      throw new Error(`The log has no hashes where its tile of level ${level} should be.`)
    return hashOfTile(part)
  }
}
