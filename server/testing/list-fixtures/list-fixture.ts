import { api, type Api, type Operation } from '../../../contract/api.ts'
import type { Endpoints, QueryOf } from '../../../contract/endpoint.ts'
import type { z } from 'zod'
import type { FilterOf, ListQuery, pagination } from '../../../contract/list.ts'
import type { ConsoleClient } from '../console-client.ts'
import type { TestApp } from '../test-app.ts'

/** Every operation whose query is that of a list; the compiler asks for a fixture of each. */
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

/** What rows are compared by; null is greater than anything, as PostgreSQL has it. */
export type Cell = string | number | boolean | null

/** What the checks need to know of a row, read from what was answered and from nothing else. */
export interface SeenRow {
  id: string | number
  /** By column: what the row is ordered by. */
  sorts: Readonly<Record<string, Cell>>
  /** By filter: the value that lets the row through. */
  filters: Readonly<Record<string, string>>
  /** By field: the text in which search must find. */
  searched: Readonly<Record<string, string>>
}

/** The same with every column and filter that the contract has for this list, and no other. */
interface SeenIn<K extends ListOperation> {
  sorts: Record<SortOf<K>, Cell>
  filters: Record<FilterOf<QueryOf<Api[K]>>, string>
  searched: Record<string, string>
}

export interface Seeded {
  /** The seeded rows, in the order in which they were made. */
  ids: (string | number)[]
  /** What the list's path is filled with. */
  params?: { id: string } & Readonly<Record<string, string>>
  /** Texts of the seeded rows that the list does not search. */
  hidden: string[]
}

interface Parts<K extends ListOperation, Row, Context> {
  /** Columns in which no two rows may be alike, and others must have ties. */
  unique?: readonly SortOf<K>[]
  seed: (app: TestApp) => Promise<Seeded>
  /** What the rows themselves don't tell, but their filters go by. */
  context: (app: TestApp) => Promise<Context>
  read: (
    who: ConsoleClient,
    query: object,
    params: { id: string },
  ) => Promise<{ outcome: string; data: Page<Row> }>
  see: (row: Row, context: Context) => SeenIn<K>
}

/** A list with rows that tell its columns, filters and searched fields apart. */
export interface ListFixture {
  operation: ListOperation
  unique: readonly string[]
  /** Makes the rows; then reads pages of the list. */
  open: (app: TestApp, who: ConsoleClient) => Promise<OpenList>
}

export interface OpenList extends Seeded {
  page(query: object): Promise<Page<SeenRow>>
  /** What somebody else gets: the ids of the first 50 rows, or the refusal. */
  idsFor(who: ConsoleClient, query: object): Promise<(string | number)[] | string>
}

/** Says how the rows of a list are made and read. */
export function listFixture<K extends ListOperation, Row extends { id: string | number }, Context>(
  operation: K,
  { unique = [], seed, context, read, see }: Parts<K, Row, Context>,
): ListFixture & { operation: K } {
  return {
    operation,
    unique,
    async open(app, who) {
      const seeded = await seed(app)
      const known = await context(app)
      const params = seeded.params ?? { id: '' }
      return {
        ...seeded,
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

/** The lists that the contract has, known by what can be asked of them. */
export function listOperations(): string[] {
  const endpoints: Endpoints = api
  return Object.keys(endpoints).filter((operation) => {
    const query = Object.keys(endpoints[operation]?.query?.shape ?? {})
    return ['page', 'take', 'sort', 'order'].every((name) => query.includes(name))
  })
}
