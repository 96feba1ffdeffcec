import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { filtersOf, pageSizes } from '../../contract/list.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../testing/console-client.ts'
import { hearAll } from '../testing/hear-all.ts'
import {
  type Cell,
  type ListOperation,
  listOperations,
  type OpenList,
  type SeenRow,
} from '../testing/list-fixtures/list-fixture.ts'
import { listFixtures } from '../testing/list-fixtures/list-fixtures.ts'
import { statementsOf } from '../testing/statements.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

test('the contract has these lists and no others', () => {
  expect(listOperations().toSorted()).toEqual(Object.keys(listFixtures).toSorted())
})

describe.each(Object.values(listFixtures))('$operation', ({ operation, unique, open }) => {
  const sorts = sortsOf(operation)
  const filters = filtersOf(api[operation].query)
  const own = directionOf(operation)
  let list: OpenList
  /** Somebody of a company that is entitled to every other module, with every screen. */
  let colleague: ConsoleClient
  /** Every row of the list, by id; others than the seeded ones too. */
  let all: SeenRow[]

  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    list = await open(app, await administratorOf(app))
    colleague = await holderOf(app, Object.keys(screens) as ScreenPath[])
    await entitle(colleague.person.company.id)
    // The pages below fill the memory again.
    await hearAll(app, app.db)
    all = (await everyPage({ take: '50' })).toSorted((a, b) => compare(a.id, b.id))
  })
  afterAll(() => app.close())

  /** The rows of all pages, one after the other. */
  async function everyPage(query: object): Promise<SeenRow[]> {
    const found: SeenRow[] = []
    for (let page = 1; ; page++) {
      const { rows, pagination } = await list.page({ ...query, page: String(page) })
      found.push(...rows)
      if (page >= pagination.totalPage) return found
    }
  }

  async function entitle(companyId: number): Promise<void> {
    const modules = await app.db.selectFrom('modules').select('id').orderBy('id').execute()
    for (const { id } of modules.filter((_, index) => index % 2 === 0))
      await app.build.plan({ companyId, moduleId: id })
  }

  const idsOf = (rows: SeenRow[]) => rows.map(({ id }) => id)
  const isSeeded = ({ id }: SeenRow) => list.ids.includes(id)
  /** The ids of seeded rows; those of others have instants finer than what is answered. */
  const seededIds = (rows: SeenRow[]) => idsOf(rows.filter(isSeeded))
  const idsWhere = async (query: object) =>
    idsOf(await everyPage({ take: '50', ...query })).toSorted(compare)
  const inOrder = (column: string, direction: 1 | -1) =>
    all.toSorted(
      (a, b) =>
        direction *
        (compare(cellOf(a, column), cellOf(b, column), named.has(column)) || compare(a.id, b.id)),
    )

  test('has seeded rows that no two columns order alike, with ties wherever there may be', () => {
    const orders = sorts.map((column) => seededIds(inOrder(column, 1)).join())
    expect(new Set(orders).size).toBe(sorts.length)
    for (const column of sorts) {
      const cells = all.filter(isSeeded).map((row) => cellOf(row, column))
      expect(new Set(cells).size < cells.length, column).toBe(!unique.includes(column))
    }
  })

  test('takes as many statements for a page of 50 as for one of 5, three at most, with a search and without', async () => {
    const [text = ''] = Object.values(all.find(isSeeded)?.searched ?? {})
    const counts: number[] = []
    for (const query of [{ take: '5' }, { take: '50' }, { take: '50', search: text }])
      counts.push((await statementsOf(() => list.page(query))).length)
    expect(new Set(counts).size).toBe(1)
    expect(counts[0]).toBeLessThanOrEqual(3)
  })

  test.each(sorts)('orders by %s, both ways, and by id what is alike in it', async (sort) => {
    for (const [order, direction] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const found = await everyPage({ take: '50', sort, order })
      expect(seededIds(found), order).toEqual(seededIds(inOrder(sort, direction)))
    }
  })

  test.each(sorts)('neither repeats nor loses a row between pages of 5 by %s', async (sort) => {
    for (const order of ['asc', 'desc']) {
      const found = idsOf(await everyPage({ take: '5', sort, order }))
      expect(found.toSorted(compare), order).toEqual(idsOf(all))
    }
  })

  test('is a first page of ten, by its first column in its own direction, unless told otherwise', async () => {
    expect((await list.page({})).pagination).toMatchObject({ page: 1, take: 10 })
    const [first = ''] = sorts
    expect(seededIds(await everyPage({}))).toEqual(seededIds(inOrder(first, own)))
  })

  test.each(pageSizes)('counts its rows and its pages of %s', async (take) => {
    const totalRecords = all.length
    const totalPage = Math.ceil(totalRecords / take)
    const counted = { totalRecords, totalPage, take }
    for (const page of [1, totalPage, totalPage + 1]) {
      const { rows, pagination } = await list.page({ take: String(take), page: String(page) })
      expect(pagination).toEqual({ ...counted, page })
      expect(rows).toHaveLength(Math.min(take, Math.max(0, totalRecords - (page - 1) * take)))
    }
  })

  test.each(filters)('%s leaves the rows that have this value', async (filter) => {
    const values = new Set(all.map((row) => row.filters[filter] ?? ''))
    expect(values.size).toBeGreaterThan(1)
    for (const value of values) {
      const wanted = all.filter((row) => row.filters[filter] === value)
      expect(await idsWhere({ [filter]: value }), value).toEqual(idsOf(wanted))
      const both = wanted.filter((row) => finds(row, 'a'))
      expect(await idsWhere({ [filter]: value, search: 'a' }), value).toEqual(idsOf(both))
    }
    if (/(^|_)id$/.test(filter)) expect(await idsWhere({ [filter]: '2147483647' })).toEqual([])
  })

  test('all filters together leave the rows that have every one of these values', async () => {
    for (const { filters: wanted } of all.filter(isSeeded).slice(0, 4)) {
      const both = all.filter((row) => filters.every((name) => row.filters[name] === wanted[name]))
      expect(await idsWhere(wanted)).toEqual(idsOf(both))
    }
  })

  test.each(filters)('%s shows nobody what the list without it does not', async (filter) => {
    const seen = await list.idsFor(colleague, {})
    for (const value of new Set(all.map((row) => row.filters[filter] ?? ''))) {
      const limited = await list.idsFor(colleague, { [filter]: value })
      if (typeof seen === 'string' || typeof limited === 'string') expect(limited).toBe(seen)
      else expect(seen, value).toEqual(expect.arrayContaining(limited))
    }
  })

  test('finds every searched text where it is and nowhere else, whatever case and accents', async () => {
    const seeded = all.filter(isSeeded)
    for (const field of Object.keys(seeded[0]?.searched ?? {})) {
      const texts = new Set(seeded.map((row) => row.searched[field] ?? '').filter(Boolean))
      let found = 0
      for (const [index, text] of [...texts].entries()) {
        const wanted = all.filter((row) => finds(row, text))
        const search = typedLike[index % typedLike.length]?.(text) ?? text
        expect(await idsWhere({ search }), `${field}: ${search}`).toEqual(idsOf(wanted))
        found += wanted.filter((row) => fieldsWith(row, text).join() === field).length
      }
      expect(found, `rows that hold a text in ${field} alone`).toBeGreaterThan(0)
    }
  })

  test('finds all words in whatever order, and not where one of them is missing', async () => {
    for (const row of all.filter(isSeeded)) {
      const words = Object.values(row.searched).flatMap((text) => text.split(' ').filter(Boolean))
      const search = [words.at(-1), words[0]].join(' ').slice(0, 100)
      const wanted = all.filter((other) => finds(other, search))
      expect(idsOf(wanted)).toContain(row.id)
      expect(await idsWhere({ search }), search).toEqual(idsOf(wanted))
      expect(await idsWhere({ search: `${search} wxyz` })).toEqual([])
    }
  })

  test('shows those first that hold the search in their name, unless a column is chosen', async () => {
    const [name = '', sort = ''] = [Object.keys(all.find(isSeeded)?.searched ?? {})[0], sorts[0]]
    for (const search of ['a', 'o', '0']) {
      const found = inOrder(sort, own).filter((row) => finds(row, search))
      const named = found.filter((row) => fieldsWith(row, search).includes(name))
      const ranked = [...named, ...found.filter((row) => !named.includes(row))]
      expect(seededIds(await everyPage({ search, take: '50' })), search).toEqual(seededIds(ranked))
      expect(seededIds(await everyPage({ search, take: '50', sort }))).toEqual(seededIds(found))
    }
  })

  test('takes %, _, \\ and the apostrophe for the letters they are', async () => {
    for (const search of ['%', '_', '\\', "'", 'o%50', 'z_bra']) {
      const wanted = all.filter((row) => finds(row, search))
      expect(wanted.length > 0, search).toBe(search.length === 1)
      expect(await idsWhere({ search }), search).toEqual(idsOf(wanted))
    }
  })

  test('does not search what it does not show', async () => {
    expect(list.hidden).not.toEqual([])
    for (const search of list.hidden) expect(await idsWhere({ search }), search).toEqual([])
  })
})

function sortsOf(operation: ListOperation): string[] {
  return api[operation].query.shape.sort.unwrap().options.map(String)
}

/** The direction of a list where none is chosen. */
function directionOf(operation: ListOperation): 1 | -1 {
  return api[operation].query.shape.order.parse(undefined) === 'desc' ? -1 : 1
}

function cellOf(row: SeenRow, column: string): Cell {
  const cell = row.sorts[column]
  if (cell === undefined) throw new Error(`Rows say nothing of ${column}.`)
  return cell
}

const portuguese = new Intl.Collator('pt-BR')
/** The columns of names, in which numbers are ordered by value. */
const named: ReadonlySet<string> = new Set(['name', 'company', 'service', 'module', 'create_user'])
const natural = new Intl.Collator('pt-BR', { numeric: true })

/** As PostgreSQL orders: false before true, nothing last, text as Portuguese does. */
function compare(a: Cell, b: Cell, byName = false): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string' && typeof b === 'string')
    return (byName ? natural : portuguese).compare(a, b)
  return Number(a) - Number(b)
}

/** Without accents and in lower case. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** How people may type what they read. */
const typedLike = [
  (text: string) => plain(text).toUpperCase(),
  (text: string) => `  ${text} `,
  (text: string) => text.normalize('NFD').toLowerCase(),
]

const fieldsWith = (row: SeenRow, text: string): string[] =>
  Object.keys(row.searched).filter((field) =>
    plain(row.searched[field] ?? '').includes(plain(text)),
  )

/** Whether the row shows every word of the text. */
const finds = (row: SeenRow, text: string): boolean =>
  text.split(' ').every((word) => fieldsWith(row, word).length > 0)
