import type { z } from 'zod'
import { type Endpoint, type Endpoints, listExported } from './endpoint.ts'
import type { ListEndpoint } from './list.ts'

/** Maximum number of rows of an export. */
export const exportRowsMax = 50_000

/** Declaration of the export of a list: all rows that the caller may read there, with the same filters and order. */
type ExportOf<L extends Endpoint> = {
  method: 'GET'
  path: `/export${L['path']}`
  summary: string
  access: L['access']
  audit: typeof listExported & { title: string }
  exports: string
  query: WithoutPages<L['query']>
  success: { bytes: readonly ['text/csv'] }
  problems: L['problems']
} & (L extends { reads: 'standby' } ? { reads: 'standby' } : unknown) &
  (L extends { params: infer P extends z.ZodObject } ? { params: P } : unknown) &
  (L extends { refusesApiTokens: true } ? { refusesApiTokens: true } : unknown)

type WithoutPages<Query> =
  Query extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<Omit<Shape, 'page' | 'take' | 'ranked'>, Config>
    : undefined

/** One export for each list. The export of `serviceList` is `serviceListExport`. */
type ExportsOf<A extends Endpoints> = {
  [K in keyof A & string as A[K] extends ListEndpoint ? `${K}Export` : never]: ExportOf<A[K]>
}

/** Declares the export of every list (decision 28). A list is an endpoint with a table. */
export function exportsOf<const A extends Endpoints>(endpoints: A): ExportsOf<A> {
  const lists = Object.entries<Endpoint>(endpoints).filter(([, { table }]) => table !== undefined)
  const exports = lists.map(([operation, list]) => [
    `${operation}Export`,
    exportOf(operation, list),
  ])
  // `Object.fromEntries` does not keep the key types; the cast restores them.
  return Object.fromEntries(exports) as ExportsOf<A>
}

/** Returns the title of a list's export: 'Exportação de serviços', unless its table declares another one. */
function titleOf({ table }: Endpoint): string {
  const { name = '', exportTitle } = table ?? {}
  return exportTitle ?? `Exportação de ${name.slice(0, 1).toLowerCase()}${name.slice(1)}`
}

function exportOf(operation: string, list: Endpoint): Endpoint {
  return {
    method: 'GET',
    path: `/export${list.path}`,
    summary: `All rows of \`${operation}\` as CSV, up to 50,000, with its filters, search and order. Times are in the zone of the screen: São Paulo, for plans UTC.`,
    access: list.access,
    audit: { ...listExported, title: titleOf(list) },
    exports: operation,
    ...(list.reads && { reads: list.reads }),
    ...(list.refusesApiTokens && { refusesApiTokens: true }),
    ...(list.params && { params: list.params }),
    ...(list.query && { query: list.query.omit({ page: true, take: true, ranked: true }) }),
    success: { bytes: ['text/csv'] },
    problems: list.problems,
  }
}
