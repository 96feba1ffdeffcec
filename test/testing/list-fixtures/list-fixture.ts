import { api, type Api, type Operation } from '../../../contract/api.ts'
import type { Endpoints, QueryOf } from '../../../contract/endpoint.ts'
import type { z } from 'zod'
import type { FilterOf, ListQuery, pagination } from '../../../contract/list.ts'
import type { ConsoleClient } from '../console-client.ts'
import type { TestApp } from '../test-app.ts'

/** Every operation with a list query. An operation without a fixture does not compile. */
export type ListOperation = {
  [K in Operation]: QueryOf<Api[K]> extends Pick<ListQuery, 'page' | 'take' | 'sort' | 'order'>
    ? K
    : never
}[Operation]

type SortOf<K extends ListOperation> = NonNullable<QueryOf<Api[K]>['sort']>

interface Page<Row> {
  rows: Row[]
  pagination: z.output<typeof pagination>
}

/** A value to sort by; null is greatest, as in PostgreSQL. */
export type Cell = string | number | boolean | null

type FilterValue = string | readonly string[]

/** Properties of a row that the checks compare. All are read from the response. */
export interface SeenRow {
  id: string | number
  /** Sort values by column. */
  sorts: Readonly<Record<string, Cell>>
  /** Matching value of each filter; a list if several values match the row. */
  filters: Readonly<Record<string, FilterValue>>
  /** Searchable text by field. */
  searched: Readonly<Record<string, string>>
}

/** Returns the values of a filter that match the row. */
export const valuesOf = (row: SeenRow, filter: string): string[] =>
  [row.filters[filter] ?? []].flat()

/** Properties of a row: those of the contract's columns and filters of this list. */
interface SeenIn<K extends ListOperation> {
  sorts: Record<SortOf<K>, Cell>
  filters: Record<FilterOf<QueryOf<Api[K]>>, FilterValue>
  searched: Record<string, string>
}

export interface Seeded {
  /** The seeded rows in order of creation. */
  ids: (string | number)[]
  /** Path parameters of the list. */
  params?: { id: string } & Readonly<Record<string, string>>
  /** Texts of the seeded rows that are not searched. */
  hidden: string[]
}

interface Parts<K extends ListOperation, Row, Context> {
  /** Columns with unique values. The other columns must have ties. */
  unique?: readonly SortOf<K>[]
  seed: (app: TestApp) => Promise<Seeded>
  /** Reads data that filters use but the rows do not contain. */
  context: (app: TestApp) => Promise<Context>
  read: (
    who: ConsoleClient,
    query: object,
    params: { id: string },
  ) => Promise<{ outcome: string; data: Page<Row> }>
  see: (row: Row, context: Context) => SeenIn<K>
}

/** A list, seeded with rows that distinguish its columns, filters and searched fields. */
export interface ListFixture {
  operation: ListOperation
  unique: readonly string[]
  /** Creates the rows and returns a reader of the list's pages. */
  open: (app: TestApp, who: ConsoleClient) => Promise<OpenList>
}

export interface OpenList extends Seeded {
  page(query: object): Promise<Page<SeenRow>>
  /** Reads the context again, after a test has added data that filters use. */
  readContext(): Promise<void>
  /** Returns another caller's first 50 ids, or the refusal. */
  idsFor(who: ConsoleClient, query: object): Promise<(string | number)[] | string>
}

/** Defines how the rows of a list are created and read. */
export function listFixture<K extends ListOperation, Row extends { id: string | number }, Context>(
  operation: K,
  { unique = [], seed, context, read, see }: Parts<K, Row, Context>,
): ListFixture & { operation: K } {
  return {
    operation,
    unique,
    async open(app, who) {
      const seeded = await seed(app)
      let known = await context(app)
      const params = seeded.params ?? { id: '' }
      return {
        ...seeded,
        async readContext() {
          known = await context(app)
        },
        async idsFor(other, query) {
          const answer = await read(other, { ...query, take: '50' }, params)
          return answer.outcome === '200' ? answer.data.rows.map(({ id }) => id) : answer.outcome
        },
        async page(query) {
          const { rows, pagination } = (await read(who, query, params)).data
          return { rows: rows.map((row) => ({ id: row.id, ...see(row, known) })), pagination }
        },
      }
    },
  }
}

/** Returns the lists of the contract, recognised by their query parameters. */
export function listOperations(): string[] {
  const endpoints: Endpoints = api
  return Object.keys(endpoints).filter((operation) => {
    const query = Object.keys(endpoints[operation]?.query?.shape ?? {})
    return ['page', 'take', 'sort', 'order'].every((name) => query.includes(name))
  })
}
