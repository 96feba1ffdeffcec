import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { normaliseText, searchKey } from '../../contract/text-folding.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'

let base: BareDatabase

beforeAll(async () => {
  base = await createBareDatabase()
})

afterAll(() => base.close())

const apostrophes = ["'", '’', '‘', '`', '´', 'ʼ', '′', '‛', '＇', ' \u0301']
const hyphens = ['-', '‐', '\u2011', '–', '—', '−', '－']
const blanks = [' ', '\u00A0', '\u2003', '\u3000']

test('search_fold and searchKey return the same results', async () => {
  const letters = Array.from('aÁçº½ﬁＡ9.%e\u0301\u200B\u00AD\u{1D400}\u{E0041}\u2033')
  const signs = [...apostrophes, ...hyphens, ...blanks]
  const ignorable = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character))
  const texts = [
    ...fc.sample(fc.string({ unit: fc.constantFrom(...signs, ...letters), maxLength: 20 }), 2000),
    ...ignorable.map((character) => `a${character}b`),
  ]
  const { rows } = await sql<{ key: string }>`
    select search_fold(text) as key from unnest(${texts}::text[]) with ordinality as of (text, at) order by at`.execute(
    base.db,
  )
  expect(rows.map(({ key }) => key)).toEqual(texts.map(searchKey))
})

test('a stored text is found by any equivalent character', async () => {
  for (const kind of [apostrophes, hyphens, blanks]) {
    const names = kind.map((sign) => `Sant${sign}Ana`)
    const typed = names.map(normaliseText)
    const { rows } = await sql<{ missed: number }>`
      select count(*)::integer as missed from unnest(${names}::text[]) as stored, unnest(${typed}::text[]) as typed
      where search_fold(stored) not like search_pattern(typed)`.execute(base.db)
    expect(rows).toEqual([{ missed: 0 }])
  }
})

test('rows from before the upgrade are found, with an unchanged version', async () => {
  await sql`create or replace function search_fold(typed text) returns text language sql immutable strict parallel safe as $$
    select lower(regexp_replace(normalize(typed, NFKD), '[\u0300-\u036f]+', '', 'g')) $$`.execute(
    base.db,
  )
  const user = await base.build.user()
  const service = await base.build.service()
  await sql`update users set name = 'Maria D’Angelo' where id = ${user.id}`.execute(base.db)
  await sql`update services set name = ${'Ordens – Sant \u0301Ana'} where id = ${service}`.execute(
    base.db,
  )
  const lines = () =>
    sql<{ line: string; version: number }>`
      select split_part(search_line, chr(10), 1) as line, version from users where id = ${user.id}
      union all select split_part(search_line, chr(10), 1), version from services where id = ${service}`.execute(
      base.db,
    )
  expect((await lines()).rows.map(({ line }) => line)).toEqual([
    'maria d’angelo',
    'ordens – sant ana',
  ])
  const migration = new URL('../../database/migrations/0035-text-folding.sql', import.meta.url)
  await sql.raw(await readFile(migration, 'utf8')).execute(base.db)
  expect((await lines()).rows).toEqual([
    { line: "maria d'angelo", version: 2 },
    { line: "ordens - sant'ana", version: 2 },
  ])
})
