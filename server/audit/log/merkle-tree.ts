import { hash } from 'node:crypto'

/** Length in bytes of a SHA-256 hash. Tiles are concatenated hashes. */
export const hashLength = 32

/** Returns the hash of a leaf (RFC 9162 §2.1.1). The byte 0 before the entry distinguishes leaves from nodes. */
export function leafHash(entry: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(0), entry]), 'buffer')
}

/**
 * Returns the hash of a node (RFC 9162 §2.1.1). The byte 1 before the hashes of the subtrees distinguishes nodes from
 * leaves.
 */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer')
}

/** Hash of an empty tree. */
const emptyRoot = hash('sha256', Buffer.alloc(0), 'buffer')

/** Returns the root hash of a tree from the hashes of its complete subtrees, left to right. */
export function rootOfPeaks(peaks: readonly Buffer[]): Buffer {
  const last = peaks.at(-1)
  if (!last) return emptyRoot
  return peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last)
}

/**
 * Append-only tree. It stores only the hashes of its complete subtrees, of which there is one for each set bit of the
 * size.
 */
export class GrowingTree {
  size = 0
  readonly #peaks: Buffer[] = []

  append(leaf: Buffer): void {
    let node = leaf
    // Merges the new subtree with each complete subtree of the same size to its left.
    for (let size = this.size; size % 2 === 1; size = (size - 1) / 2) {
      const left = this.#peaks.pop()
      if (!left) throw new Error('A tree has fewer subtrees than its size requires.')
      node = nodeHash(left, node)
    }
    this.#peaks.push(node)
    this.size++
  }

  get root(): Buffer {
    return rootOfPeaks(this.#peaks)
  }
}

/** Returns the hash of the `index`-th complete subtree with 2^`level` leaves. */
export type ReadSubtree = (level: number, index: number) => Promise<Buffer>

/**
 * Returns the hash of the leaves from `start` up to, but not including, `end`. Splits the range after the largest
 * complete subtree on the left, as in RFC 9162.
 */
async function hashOfRange(read: ReadSubtree, start: number, end: number): Promise<Buffer> {
  const size = end - start
  const level = Math.ceil(Math.log2(size))
  if (size === 2 ** level) return read(level, start / size)
  const middle = start + 2 ** (level - 1)
  return nodeHash(await hashOfRange(read, start, middle), await hashOfRange(read, middle, end))
}

/** Returns the siblings from a leaf to the root (RFC 9162 §2.1.3.1). */
export async function inclusionPath(
  read: ReadSubtree,
  index: number,
  size: number,
): Promise<Buffer[]> {
  const path: Buffer[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + 2 ** (Math.ceil(Math.log2(end - start)) - 1)
    const isLeft = index < middle
    path.unshift(await (isLeft ? hashOfRange(read, middle, end) : hashOfRange(read, start, middle)))
    if (isLeft) end = middle
    else start = middle
  }
  return path
}
