import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { findPage } from './list-page.ts'
import { searchedLine, wordsOf } from './row-search.ts'

describe('the words of a search', () => {
  test('are separated by spaces, those with digits first, then the longest', () => {
    expect(wordsOf('  Função de  medidas 7 ')).toEqual(['7', 'medidas', 'funcao', 'de'])
    expect(wordsOf(undefined)).toEqual([])
  })

  test('omit words that another word contains', () => {
    expect(wordsOf('a casa casa as')).toEqual(['casa'])
    expect(wordsOf('Á CASA à')).toEqual(['casa'])
  })

  test('are limited to the eight that are probably the rarest', () => {
    expect(wordsOf('a b c d e f g h iii jj 2')).toEqual(['2', 'iii', 'jj', 'a', 'b', 'c', 'd', 'e'])
  })
})

describe('a page of a search with more rows than are read by id', () => {
  let database: BareDatabase

  // 560 rows match the search. In every tenth of them, the match is outside the name.
  beforeAll(async () => {
    database = await createBareDatabase()
    const { id } = await database.build.module()
    await sql`
      insert into functions (module_id, name, url)
      select ${id}::integer, case when i % 10 = 0 then 'Outra ' else 'Medida ' end || lpad(i::text, 3, '0'), '/medida/' || i
      from generate_series(1, 560) i`.execute(database.db)
  })
  afterAll(() => database.close())

  async function namesOf(
    asked: { page?: number; order?: 'asc' | 'desc'; sort?: 'name' } = {},
  ): Promise<string[]> {
    const { rows } = await findPage({
      list: { page: 1, take: 50, order: 'asc', search: 'medida', ...asked },
      from: database.db.selectFrom('functions'),
      rows: database.db.selectFrom('functions').select('functions.name'),
      conditions: [],
      searched: searchedLine('functions'),
      sorts: { name: sql`functions.name` },
      id: sql`functions.id`,
    })
    return rows.map(({ name }) => name)
  }

  async function everyName(asked: Parameters<typeof namesOf>[0]): Promise<string[]> {
    const found: string[] = []
    for (let page = 1; page <= 12; page++) found.push(...(await namesOf({ ...asked, page })))
    return found
  }

  const all = Array.from({ length: 560 }, (_, index) => index + 1).map(
    (i) => `${i % 10 === 0 ? 'Outra' : 'Medida'} ${String(i).padStart(3, '0')}`,
  )

  test('shows rows with a match in the name first, each row once, both groups in order', async () => {
    expect(await everyName({})).toEqual(all.toSorted())
    const named = all.filter((name) => name.startsWith('Medida'))
    const others = all.filter((name) => name.startsWith('Outra'))
    expect(await everyName({ order: 'desc' })).toEqual([
      ...named.toReversed(),
      ...others.toReversed(),
    ])
  })

  test('sorts by the chosen column only', async () => {
    expect(await everyName({ sort: 'name', order: 'desc' })).toEqual(all.toSorted().toReversed())
  })
})
