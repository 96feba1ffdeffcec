import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Allowed kinds of evidence; `not met` is not among them. */
const kinds = ['test', 'review', 'document', 'differs', 'does not apply', 'level 3']

/** The rows of docs/security/asvs.csv. */
const rows = readFileSync(join(root, 'docs/security/asvs.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, id = '', level = '', how = '', quoted, plain] =
      /^(V[\d.]+),(\d),([^,]+),(?:"((?:[^"]|"")*)"|(.*))$/.exec(line) ?? []
    return { id, level, how, where: quoted?.replaceAll('""', '"') ?? plain ?? '' }
  })

/** Number of requirements in each section of ASVS 5.0.0, by chapter. */
const chapters: Readonly<Record<string, readonly number[]>> = {
  V2: [3, 3, 5, 2],
  V3: [1, 3, 5, 8, 8, 1, 5],
  V6: [3, 12, 8, 6, 8, 4, 2, 4],
  V7: [3, 4, 2, 5, 3, 2],
  V10: [2, 3, 5, 16, 5, 2, 3],
  V11: [4, 5, 5, 4, 2, 2, 2],
}

test('each requirement of these chapters has one row, in the order of the standard', () => {
  const ids = Object.entries(chapters).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
    ),
  )
  expect(ids).toHaveLength(170)
  expect(rows.map(({ id }) => id)).toEqual(ids)
})

test('each requirement is met, not applicable, of level 3 only, or a deviation with a decision', () => {
  expect(rows.filter(({ how, where }) => !kinds.includes(how) || !where)).toEqual([])
  const departed = rows.filter(({ how, where }) => how === 'differs' && !/decision \d+/.test(where))
  expect(departed).toEqual([])
  const missed = rows.filter(({ level, how }) => how === 'level 3' && level !== '3')
  expect(missed).toEqual([])
})

test('the referenced tests exist, by file and title', () => {
  const named = rows
    .filter(({ how }) => how === 'test')
    .flatMap(({ id, where }) => where.split('; ').map((place) => ({ id, place })))
  const missing = named.filter(({ place }) => {
    const [file = '', ...title] = place.split(': ')
    const path = join(root, file)
    return (
      !title.length || !existsSync(path) || !readFileSync(path, 'utf8').includes(title.join(': '))
    )
  })
  expect(missing).toEqual([])
})
