import { GrowingTree, hashLength, leafHash, rootOfPeaks } from './merkle-tree.ts'

/** Number of hashes or entries in a full tile (C2SP tlog-tiles). */
export const tileWidth = 256

/**
 * Consecutive hashes of one tile level. Two tile levels are 8 tree levels apart. The last tile of a level may be
 * partial.
 */
export interface Tile {
  level: number
  index: number
  hashes: Buffer
}

/** Returns index and width of the rightmost tile of a level in a tree of this size. */
export function edgeOf(size: number, level: number): { index: number; width: number } {
  const hashes = Math.floor(size / tileWidth ** level)
  return { index: Math.floor(hashes / tileWidth), width: hashes % tileWidth }
}

/** Returns the path of a tile of hashes or entries, such as `tile/0/x001/234.p/17`. */
export function tilePath(level: number | 'entries', index: number, width = tileWidth): string {
  const parts: string[] = []
  for (let rest = index; parts.length === 0 || rest > 0; rest = Math.floor(rest / 1000))
    parts.unshift(String(rest % 1000).padStart(3, '0'))
  const place = parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/')
  return `tile/${level}/${place}${width < tileWidth ? `.p/${width}` : ''}`
}

const cut = (hashes: Buffer): Buffer[] =>
  Array.from({ length: hashes.length / hashLength }, (_, at) =>
    hashes.subarray(at * hashLength, (at + 1) * hashLength),
  )

/** Returns the root hash of a full or partial tile. */
export function hashOfTile(hashes: Buffer): Buffer {
  const tree = new GrowingTree()
  for (const each of cut(hashes)) tree.append(each)
  return tree.root
}

/** Right edge of a tree. It is all that is needed to append leaves. */
export class TreeEdge {
  size: number
  /** Hashes of the last partial tile of each level, from the leaves up. Empty if the last tile is full. */
  readonly #levels: Buffer[][]
  readonly #changed = new Map<string, Tile>()

  /** `tiles` are the last partial tiles of a tree of this size, from the leaves up. */
  constructor(size: number, tiles: readonly Buffer[]) {
    this.size = size
    this.#levels = tiles.map(cut)
  }

  append(entry: Uint8Array): void {
    this.#add(0, leafHash(entry))
    this.size++
  }

  /** Returns the tiles that appended entries have changed. */
  changed(): Tile[] {
    this.#levels.forEach((_, level) => this.#note(level))
    return [...this.#changed.values()]
  }

  get root(): Buffer {
    const peaks = this.#levels.toReversed().flatMap((hashes) => {
      const found: Buffer[] = []
      // A partial tile consists of complete subtrees, one for each set bit of its number of hashes, the largest first.
      for (let bit = tileWidth / 2, from = 0; bit >= 1; bit /= 2)
        if (hashes.length & bit)
          found.push(hashOfTile(Buffer.concat(hashes.slice(from, (from += bit)))))
      return found
    })
    return rootOfPeaks(peaks)
  }

  #add(level: number, hash: Buffer): void {
    const tile = (this.#levels[level] ??= [])
    tile.push(hash)
    if (tile.length < tileWidth) return
    const full = this.#note(level)
    this.#levels[level] = []
    if (full) this.#add(level + 1, hashOfTile(full.hashes))
  }

  #note(level: number): Tile | undefined {
    const hashes = this.#levels[level] ?? []
    if (!hashes.length) return undefined
    // The size does not yet include the added leaf, so the edge is still at the full tile.
    const { index } = edgeOf(this.size, level)
    const tile = { level, index, hashes: Buffer.concat(hashes) }
    this.#changed.set(`${level} ${index}`, tile)
    return tile
  }
}

/** Concatenates entries, each after its length in two bytes. */
export function bundleEntries(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > 0xffff) throw new Error('An entry of the log is longer than 65535 bytes.')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(entry.length)
      return [length, entry]
    }),
  )
}

/** Splits a bundle into its entries. */
export function unbundleEntries(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = []
  for (let at = 0; at < bundle.length;) {
    const start = at + 2
    at = start + bundle.readUInt16BE(at)
    if (at > bundle.length) throw new Error('A bundle of entries is truncated.')
    entries.push(bundle.subarray(start, at))
  }
  return entries
}
