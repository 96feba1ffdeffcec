import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** What a requirement may be said to be; `not met` is none of them. */
const kinds = ['test', 'review', 'document', 'differs', 'does not apply', 'level 3']

/** The rows of docs/security/asvs.csv. */
const rows = readFileSync(join(root, 'docs/security/asvs.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, id = '', how = '', quoted, plain] =
      /^(V[\d.]+),\d,([^,]+),(?:"((?:[^"]|"")*)"|(.*))$/.exec(line) ?? []
    return { id, how, where: quoted?.replaceAll('""', '"') ?? plain ?? '' }
  })

test('every requirement of V6 and V7 is met, departed from in a decision, or none of ours', () => {
  expect(rows).toHaveLength(66)
  expect(rows.filter(({ how }) => !kinds.includes(how))).toEqual([])
})

test('the tests that it names are there, by file and title', () => {
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
