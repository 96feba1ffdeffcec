import { expect, test } from 'vitest'
import { GrowingTree, hashLength, leafHash } from './merkle-tree.ts'
import { bundleEntries, edgeOf, tilePath, TreeEdge, tileWidth, unbundleEntries } from './tiles.ts'

test.each([
  [0, 0, 256, 'tile/0/000'],
  [0, 1234067, 256, 'tile/0/x001/x234/067'],
  [1, 0, 17, 'tile/1/000.p/17'],
  ['entries', 1000, 112, 'tile/entries/x001/000.p/112'],
] as const)('level %s, tile %s of width %s is at its C2SP path', (level, index, width, path) => {
  expect(tilePath(level, index, width)).toBe(path)
})

test('a tree of 70,000 leaves has the right edge of C2SP tlog-tiles', () => {
  expect([0, 1, 2].map((level) => edgeOf(70_000, level))).toEqual([
    { index: 273, width: 112 },
    { index: 1, width: 17 },
    { index: 0, width: 1 },
  ])
})

test('a tree grown in steps from stored tiles has the same root as one grown leaf by leaf', () => {
  const tree = new GrowingTree()
  const stored = new Map<string, Buffer>()
  let size = 0
  // The steps end within a tile, exactly at its end, and after the first tile of the second level.
  for (const step of [1, 254, 1, 1, 255, 65_024, 300]) {
    const edge = new TreeEdge(size, tilesOf(stored, size))
    for (let n = 0; n < step; n++) {
      const entry = Buffer.from(`entry ${size + n}`)
      edge.append(entry)
      tree.append(leafHash(entry))
    }
    for (const { level, index, hashes } of edge.changed()) stored.set(`${level} ${index}`, hashes)
    size += step
    expect(edge.size).toBe(size)
    expect(edge.root).toEqual(tree.root)
  }
  for (const [level, width] of [
    [0, 300],
    [1, 1],
    [2, 1],
  ] as const)
    expect(edgeOf(size, level).width).toBe(width % tileWidth)
  expect(stored.get('1 0')).toHaveLength(tileWidth * hashLength)
})

function tilesOf(stored: ReadonlyMap<string, Buffer>, size: number): Buffer[] {
  return [0, 1, 2].map((level) => {
    const { index, width } = edgeOf(size, level)
    const tile = stored.get(`${level} ${index}`) ?? Buffer.alloc(0)
    expect(tile.length).toBe(width * hashLength)
    return tile
  })
}

test('a bundle returns its entries, and a truncated bundle is refused', () => {
  const entries = ['', 'a', 'é'.repeat(300)].map((text) => Buffer.from(text))
  const bundle = bundleEntries(entries)
  expect(bundle.subarray(0, 5)).toEqual(Buffer.from([0, 0, 0, 1, 97]))
  expect(unbundleEntries(bundle)).toEqual(entries)
  expect(() => unbundleEntries(bundle.subarray(0, -1))).toThrow('truncated')
  expect(() => bundleEntries([Buffer.alloc(65_536)])).toThrow('longer than 65535')
})
