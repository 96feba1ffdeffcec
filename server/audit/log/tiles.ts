import { GrowingTree, hashLength, leafHash, rootOfPeaks } from './merkle-tree.ts'

/** So many hashes, or entries, are in a full tile (C2SP tlog-tiles). */
export const tileWidth = 256

/** A run of hashes at one height of the tree, 8 levels apart; the last of each height grows until it is full. */
export interface Tile {
  level: number
  index: number
  hashes: Buffer
}

/** How many hashes the tile at the right edge of a level has, and which one it is, in a tree of this size. */
export function edgeOf(size: number, level: number): { index: number; width: number } {
  const hashes = Math.floor(size / tileWidth ** level)
  return { index: Math.floor(hashes / tileWidth), width: hashes % tileWidth }
}

/** `tile/0/x001/234.p/17`: where a tile, or a bundle of entries, is served. */
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

/** The hash of the tree over the hashes of one tile, or a part of it. */
export function hashOfTile(hashes: Buffer): Buffer {
  const tree = new GrowingTree()
  for (const each of cut(hashes)) tree.append(each)
  return tree.root
}

/** The right edge of the tree, which is all that it takes to make it grow. */
export class TreeEdge {
  size: number
  /** The last tile of each level from the leaves up, empty where the level ends with a full one. */
  readonly #levels: Buffer[][]
  readonly #changed = new Map<string, Tile>()

  /** Of a tree of this size, with its last tiles from the leaves up. */
  constructor(size: number, tiles: readonly Buffer[]) {
    this.size = size
    this.#levels = tiles.map(cut)
  }

  append(entry: Uint8Array): void {
    this.#add(0, leafHash(entry))
    this.size++
  }

  /** The tiles that grew, as they are now. */
  changed(): Tile[] {
    this.#levels.forEach((_, level) => this.#note(level))
    return [...this.#changed.values()]
  }

  get root(): Buffer {
    const peaks = this.#levels.toReversed().flatMap((hashes) => {
      const found: Buffer[] = []
      // The complete subtrees within a tile: one for each bit of its width, the largest first.
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
    // Within a level the leaf that is being added is not counted yet; a tile that is full is still the last.
    const { index } = edgeOf(this.size, level)
    const tile = { level, index, hashes: Buffer.concat(hashes) }
    this.#changed.set(`${level} ${index}`, tile)
    return tile
  }
}

/** Entries one after the other, each behind its length in two bytes. */
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

/** The entries of a bundle. */
export function unbundleEntries(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = []
  for (let at = 0; at < bundle.length;) {
    const start = at + 2
    at = start + bundle.readUInt16BE(at)
    if (at > bundle.length) throw new Error('A bundle of entries ends within an entry.')
    entries.push(bundle.subarray(start, at))
  }
  return entries
}
