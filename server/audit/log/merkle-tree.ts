import { hash } from 'node:crypto'

/** Length of a SHA-256 hash, of which tiles are concatenations. */
export const hashLength = 32

/** RFC 9162 §2.1.1: what a leaf holds is hashed behind a zero byte, so that no leaf can pass for a node. */
export function leafHash(entry: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(0), entry]), 'buffer')
}

/** RFC 9162 §2.1.1: two subtrees are hashed behind a one. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer')
}

/** The hash of a tree without leaves. */
const emptyRoot = hash('sha256', Buffer.alloc(0), 'buffer')

/** The hash of the whole tree, of the complete subtrees that it consists of, from the left. */
export function rootOfPeaks(peaks: readonly Buffer[]): Buffer {
  const last = peaks.at(-1)
  if (!last) return emptyRoot
  return peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last)
}

/** A tree that only grows, of which only the hashes are kept that its root is made of: one for each bit of its size. */
export class GrowingTree {
  size = 0
  readonly #peaks: Buffer[] = []

  append(leaf: Buffer): void {
    let node = leaf
    // Each complete subtree of the same size on the left makes one of twice the size.
    for (let size = this.size; size % 2 === 1; size = (size - 1) / 2) {
      const left = this.#peaks.pop()
      if (!left) throw new Error('A tree has fewer subtrees than its size says.')
      node = nodeHash(left, node)
    }
    this.#peaks.push(node)
    this.size++
  }

  get root(): Buffer {
    return rootOfPeaks(this.#peaks)
  }
}

/** Gives the hash of the `index`-th complete subtree with 2^`level` leaves. */
export type ReadSubtree = (level: number, index: number) => Promise<Buffer>

/** The hash over the leaves from `start` up to before `end`; RFC 9162 splits where the left half is complete. */
async function hashOfRange(read: ReadSubtree, start: number, end: number): Promise<Buffer> {
  const size = end - start
  const level = Math.ceil(Math.log2(size))
  if (size === 2 ** level) return read(level, start / size)
  const middle = start + 2 ** (level - 1)
  return nodeHash(await hashOfRange(read, start, middle), await hashOfRange(read, middle, end))
}

/** RFC 9162 §2.1.3.1: the siblings from a leaf up to the root, which together with the leaf give the root. */
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
