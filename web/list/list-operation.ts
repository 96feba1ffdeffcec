import type { Api } from '../../contract/api.ts'
import type { FilterOf, ListEndpoint, ListQuery, RowOf, SortOf } from '../../contract/list.ts'
import type { ParamsInputOf, QueryInputOf, QueryOf } from '../../contract/endpoint.ts'
import type { z } from 'zod'
import type { Part } from '../api/api-request.ts'
import type { Column } from '../ui/data-table.tsx'
import type { FilterOffer } from './list-filters.tsx'
import type { ListOperation } from './list-parameters.ts'

export type { ListOperation }

type EndpointOf<O extends ListOperation> = Extract<Api[O], ListEndpoint>

/** One page of a list: the rows, and the other parts of the response. */
export type PageIn<O extends ListOperation> = z.output<EndpointOf<O>['success']>

/** Sort keys of a list. */
export type SortIn<O extends ListOperation> = SortOf<EndpointOf<O>>

/** Columns of a list; each sort key must be one of the contract's. */
export type ColumnsOf<O extends ListOperation> = Column<RowOf<EndpointOf<O>>, SortIn<O>>[]

interface ListOptions {
  /** Refetch interval in milliseconds while the screen is visible, for rows that change by themselves. */
  refreshEvery?: number
}

/** Input of a list that does not come from its URL: path parameters and fixed filters. */
type ListInput<O extends ListOperation> = Part<'params', ParamsInputOf<Api[O]>> & {
  query?: Omit<QueryInputOf<Api[O]>, keyof ListQuery>
  /** Filters offered to the user, in display order. The URL stores their values. */
  filters?: { [F in FilterOf<QueryOf<Api[O]>>]?: FilterOffer }
} & ListOptions

/** Arguments after the operation; optional if nothing is required. */
export type ListArguments<O extends ListOperation> =
  object extends ListInput<O> ? [input?: ListInput<O>] : [input: ListInput<O>]

/** Input of any list, without its exact types. */
export interface AnyListInput extends ListOptions {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  filters?: Partial<Record<string, FilterOffer>> | undefined
}
