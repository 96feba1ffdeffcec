import type { Api } from '../../contract/api.ts'
import type { FilterOf, ListEndpoint, ListQuery, RowOf, SortOf } from '../../contract/list.ts'
import type { ParamsInputOf, QueryInputOf, QueryOf } from '../../contract/endpoint.ts'
import type { z } from 'zod'
import type { Part, PlainOperation } from '../api/api-request.ts'
import type { Column } from '../ui/data-table.tsx'
import type { FilterOffer } from './list-filters.tsx'

/** The operations of the contract that answer one page of a list. */
export type ListOperation = {
  [O in PlainOperation]: Api[O] extends ListEndpoint ? O : never
}[PlainOperation]

type EndpointOf<O extends ListOperation> = Extract<Api[O], ListEndpoint>

/** One page of a list, with what else comes with its rows. */
export type PageIn<O extends ListOperation> = z.output<EndpointOf<O>['success']>

/** The columns by which a list may be ordered. */
export type SortIn<O extends ListOperation> = SortOf<EndpointOf<O>>

/** The columns of a list: each is ordered by one that the contract knows, or by none. */
export type ColumnsOf<O extends ListOperation> = Column<RowOf<EndpointOf<O>>, SortIn<O>>[]

interface ListOptions {
  /** Milliseconds after which it is read again while it is looked at, where rows change by themselves. */
  refreshEvery?: number
}

/** What a list is limited to, beside what its address says: the parameters of its path, and filters of its own. */
type ListInput<O extends ListOperation> = Part<'params', ParamsInputOf<Api[O]>> & {
  query?: Omit<QueryInputOf<Api[O]>, keyof ListQuery>
  /** What people limit the list by, in the order in which it is offered; the address keeps what they choose. */
  filters?: { [F in FilterOf<QueryOf<Api[O]>>]?: FilterOffer }
} & ListOptions

/** The arguments after the operation; nothing where nothing is needed. */
export type ListArguments<O extends ListOperation> =
  object extends ListInput<O> ? [input?: ListInput<O>] : [input: ListInput<O>]

/** The same for whichever list it is. */
export interface AnyListInput extends ListOptions {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  filters?: Partial<Record<string, FilterOffer>> | undefined
}
