import { describe, expect, it } from 'vitest'
import { openScreens, publicScreens, screens as guarded } from '../contract/screens.ts'

const sources = import.meta.glob<string>('./routes.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const source = sources['./routes.tsx'] ?? ''
const files = Object.keys(import.meta.glob('./*/*.tsx'))
const declaration = /screen\('\/(?<path>[^']+)', \{\s+file: \(\) => import\('(?<file>[^']+)'\)/g
const screens = Array.from(source.matchAll(declaration), ({ groups }) => ({
  path: groups?.['path'] ?? '',
  file: groups?.['file'] ?? '',
}))

describe('the route table', () => {
  it('is read whole by this test', () => {
    expect(screens.length).toBeGreaterThan(0)
    expect(screens).toHaveLength(source.match(/^ {2}screen\(/gm)?.length ?? 0)
  })

  it.each(screens)('/$path is an address that the server knows', ({ path }) => {
    const known = [...publicScreens, ...openScreens, ...Object.keys(guarded)]
    expect(known).toContain(`/${path}`)
  })

  it.each(screens)(
    "/$path is the file of that name (a screen's file is its address)",
    ({ path, file }) => {
      expect(file.split('/').at(-1)).toBe(`${path}.tsx`)
      expect(files).toContain(file)
    },
  )
})
