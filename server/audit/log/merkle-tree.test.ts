import { expect, test } from 'vitest'
import { GrowingTree, inclusionPath, leafHash, nodeHash } from './merkle-tree.ts'

// Test vectors of Certificate Transparency.
const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'))
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('the root equals that of RFC 9162 at every size', () => {
  const tree = new GrowingTree()
  const found = [tree.root.toString('hex')]
  for (const entry of entries) {
    tree.append(leafHash(entry))
    found.push(tree.root.toString('hex'))
  }
  expect(found).toEqual(roots)
})

test('the path of each leaf gives the root, for trees of many sizes', async () => {
  const leaves = Array.from({ length: 70 }, (_, n) => leafHash(Buffer.of(n)))
  const subtree = (level: number, index: number): Promise<Buffer> => {
    const tree = new GrowingTree()
    for (const leaf of leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)) tree.append(leaf)
    return Promise.resolve(tree.root)
  }
  const whole = new GrowingTree()
  for (const [last, leaf] of leaves.entries()) {
    whole.append(leaf)
    for (let index = 0; index <= last; index++) {
      const path = await inclusionPath(subtree, index, last + 1)
      expect(rootBy(leaves[index] ?? leaf, path, index, last + 1)).toEqual(whole.root)
    }
  }
})

/** Computes the root as in RFC 9162 §2.1.3.2. This algorithm is independent of the one that builds the path. */
function rootBy(leaf: Buffer, path: readonly Buffer[], index: number, size: number): Buffer {
  let [fn, sn, r] = [index, size - 1, leaf]
  for (const p of path) {
    if (fn % 2 === 1 || fn === sn) {
      r = nodeHash(p, r)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1]
    } else r = nodeHash(r, p)
    ;[fn, sn] = [fn >> 1, sn >> 1]
  }
  expect(sn).toBe(0)
  return r
}
