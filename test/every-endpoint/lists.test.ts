import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { filtersOf, pageSizes } from '../../contract/list.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../testing/console-client.ts'
import { settleNotifications } from '../testing/settle-notifications.ts'
import {
  type Cell,
  type ListOperation,
  listOperations,
  type OpenList,
  type SeenRow,
  valuesOf,
} from '../testing/list-fixtures/list-fixture.ts'
import { listFixtures } from '../testing/fixtures.ts'
import { statementsOf } from '../testing/statements.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

test('the contract has exactly these lists', () => {
  expect(listOperations().toSorted()).toEqual(Object.keys(listFixtures).toSorted())
})

describe.each(Object.values(listFixtures))('$operation', ({ operation, unique, open }) => {
  const sorts = sortsOf(operation)
  const filters = filtersOf(api[operation].query)
  const own = directionOf(operation)
  let list: OpenList
  /** A user of a company that is entitled to every other module, with every screen. */
  let colleague: ConsoleClient
  /** Every row of the list, including rows that were not seeded. */
  let all: SeenRow[]

  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    list = await open(app, await administratorOf(app))
    colleague = await holderOf(app, Object.keys(screens) as ScreenPath[])
    await entitle(colleague.person.company.id)
    await list.readContext()
    // Without this wait, invalidations would arrive while the pages below fill the caches.
    await settleNotifications(app, app.db)
    all = (await everyPage({ take: '50' })).toSorted((a, b) => compare(a.id, b.id))
  })
  afterAll(() => app.close())

  /** Returns the rows of all pages. */
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
  /**
   * Returns the ids of seeded rows. Other rows are excluded, because the response rounds their instants and so hides
   * their order.
   */
  const seededIds = (rows: SeenRow[]) => idsOf(rows.filter(isSeeded))
  const idsWhere = async (query: object) =>
    idsOf(await everyPage({ take: '50', ...query })).toSorted(compare)
  const inOrder = (column: string, direction: 1 | -1) =>
    all.toSorted(
      (a, b) =>
        direction *
        (compare(cellOf(a, column), cellOf(b, column), named.has(column)) || compare(a.id, b.id)),
    )

  test('has seeded rows whose columns all sort differently, with ties where possible', () => {
    const orders = sorts.map((column) => seededIds(inOrder(column, 1)).join())
    expect(new Set(orders).size).toBe(sorts.length)
    for (const column of sorts) {
      const cells = all.filter(isSeeded).map((row) => cellOf(row, column))
      expect(new Set(cells).size < cells.length, column).toBe(!unique.includes(column))
    }
  })

  test('takes the same number of statements for a page of 50 as for one of 5, at most three, with and without a search', async () => {
    const [text = ''] = Object.values(all.find(isSeeded)?.searched ?? {})
    const counts: number[] = []
    for (const query of [{ take: '5' }, { take: '50' }, { take: '50', search: text }])
      counts.push((await statementsOf(() => list.page(query))).length)
    expect(new Set(counts).size).toBe(1)
    expect(counts[0]).toBeLessThanOrEqual(3)
  })

  test.each(sorts)(
    'sorts by %s in both directions, and by id within equal values',
    async (sort) => {
      for (const [order, direction] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        const found = await everyPage({ take: '50', sort, order })
        expect(seededIds(found), order).toEqual(seededIds(inOrder(sort, direction)))
      }
    },
  )

  test.each(sorts)(
    'neither repeats nor omits rows between pages of 5 sorted by %s',
    async (sort) => {
      for (const order of ['asc', 'desc']) {
        const found = idsOf(await everyPage({ take: '5', sort, order }))
        expect(found.toSorted(compare), order).toEqual(idsOf(all))
      }
    },
  )

  test('defaults to a first page of ten, sorted by its first column in its default direction', async () => {
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

  test.each(filters)('filters by %s', async (filter) => {
    const values = new Set(all.flatMap((row) => valuesOf(row, filter)))
    expect(values.size).toBeGreaterThan(1)
    for (const value of values) {
      const wanted = all.filter((row) => valuesOf(row, filter).includes(value))
      expect(await idsWhere({ [filter]: value }), value).toEqual(idsOf(wanted))
      const both = wanted.filter((row) => finds(row, 'a'))
      expect(await idsWhere({ [filter]: value, search: 'a' }), value).toEqual(idsOf(both))
    }
    if (/(^|_)id$/.test(filter)) expect(await idsWhere({ [filter]: '2147483647' })).toEqual([])
  })

  test('combines all filters', async () => {
    for (const seeded of all.filter(isSeeded).slice(0, 4)) {
      const wanted = new Map(filters.map((name) => [name, valuesOf(seeded, name)[0] ?? '']))
      const both = all.filter((row) =>
        filters.every((name) => valuesOf(row, name).includes(wanted.get(name) ?? '')),
      )
      expect(idsOf(both)).toContain(seeded.id)
      expect(await idsWhere(Object.fromEntries(wanted))).toEqual(idsOf(both))
    }
  })

  test.each(filters)(
    'filtered by %s shows no additional rows to a limited user',
    async (filter) => {
      const seen = await list.idsFor(colleague, {})
      for (const value of new Set(all.flatMap((row) => valuesOf(row, filter)))) {
        const limited = await list.idsFor(colleague, { [filter]: value })
        if (typeof seen === 'string' || typeof limited === 'string') expect(limited).toBe(seen)
        else expect(seen, value).toEqual(expect.arrayContaining(limited))
      }
    },
  )

  test('a search for a text finds exactly the rows that contain it, ignoring case and accents', async () => {
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

  test('finds rows with all words in any order only', async () => {
    for (const row of all.filter(isSeeded)) {
      const words = Object.values(row.searched).flatMap((text) => text.split(' ').filter(Boolean))
      const search = [words.at(-1), words[0]].join(' ').slice(0, 100)
      const wanted = all.filter((other) => finds(other, search))
      expect(idsOf(wanted)).toContain(row.id)
      expect(await idsWhere({ search }), search).toEqual(idsOf(wanted))
      expect(await idsWhere({ search: `${search} wxyz` })).toEqual([])
    }
  })

  test('lists matches in the name first, unless sorted by a column', async () => {
    const [name = '', sort = ''] = [Object.keys(all.find(isSeeded)?.searched ?? {})[0], sorts[0]]
    for (const search of ['a', 'o', '0']) {
      const found = inOrder(sort, own).filter((row) => finds(row, search))
      const named = found.filter((row) => fieldsWith(row, search).includes(name))
      const ranked = [...named, ...found.filter((row) => !named.includes(row))]
      expect(seededIds(await everyPage({ search, take: '50' })), search).toEqual(seededIds(ranked))
      expect(seededIds(await everyPage({ search, take: '50', sort }))).toEqual(seededIds(found))
    }
  })

  test('treats %, _, \\ and the apostrophe literally in a search', async () => {
    for (const search of ['%', '_', '\\', "'", 'o%50', 'z_bra']) {
      const wanted = all.filter((row) => finds(row, search))
      expect(wanted.length > 0, search).toBe(search.length === 1)
      expect(await idsWhere({ search }), search).toEqual(idsOf(wanted))
    }
  })

  test('does not search hidden fields', async () => {
    expect(list.hidden).not.toEqual([])
    for (const search of list.hidden) expect(await idsWhere({ search }), search).toEqual([])
  })
})

function sortsOf(operation: ListOperation): string[] {
  return api[operation].query.shape.sort.unwrap().options.map(String)
}

/** Returns the default sort direction of a list. */
function directionOf(operation: ListOperation): 1 | -1 {
  return api[operation].query.shape.order.parse(undefined) === 'desc' ? -1 : 1
}

function cellOf(row: SeenRow, column: string): Cell {
  const cell = row.sorts[column]
  if (cell === undefined) throw new Error(`The row has no value for ${column}.`)
  return cell
}

const portuguese = new Intl.Collator('pt-BR')
/** Columns of names, in which numbers are compared by value. */
const named: ReadonlySet<string> = new Set(['name', 'company', 'service', 'module', 'create_user'])
const natural = new Intl.Collator('pt-BR', { numeric: true })

/** Compares as PostgreSQL does: false before true, null last, text by Portuguese collation. */
function compare(a: Cell, b: Cell, byName = false): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string' && typeof b === 'string')
    return (byName ? natural : portuguese).compare(a, b)
  return Number(a) - Number(b)
}

/** Removes accents and converts to lower case. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Variants in which users may type a text. */
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
