import { useLocation, useSearch } from '@tanstack/react-router'
import { createElement } from 'react'
import {
  defaultPageSize,
  pageSizes,
  searchMaxLength,
  type ListPage as AnyPage,
  type ListQuery,
} from '../../contract/list.ts'
import { hasViews } from '../../contract/viewed-lists.ts'
import type { CallInput } from '../api/api-request.ts'
import { queryOf } from '../api/query-of.ts'
import type { ListCardProps, ListState } from '../ui/list-card.tsx'
import { exportList } from './export-list.ts'
import type {
  AnyListInput,
  ListArguments,
  ListOperation,
  PageIn,
  SortIn,
} from './list-operation.ts'
import { listParameters } from './list-parameters.ts'
import { readListSearch } from './list-search.ts'
import { ListViews } from './list-views.tsx'
import { useListState } from './use-list-state.ts'
import { withoutFilters } from './list-reads.ts'

interface List<Page extends AnyPage, Sort extends string> {
  /** The whole page: the rows, and the other parts of the response. */
  page: Page | undefined
  /** Props for `ListPage`, or for `ListCard` inside another page. */
  props: Pick<
    ListCardProps<Page['rows'][number], Sort>,
    | 'state'
    | 'onChange'
    | 'pageSizes'
    | 'searchMaxLength'
    | 'rows'
    | 'total'
    | 'reading'
    | 'onRetry'
    | 'filters'
    | 'views'
    | 'onClear'
    | 'onExport'
  >
}

/** A list of the contract, for `ListPage`. */
export function useList<O extends ListOperation>(
  operation: O,
  ...input: ListArguments<O>
): List<PageIn<O>, SortIn<O>>
export function useList(
  operation: ListOperation,
  { refreshEvery, filters: offers = {}, ...input }: AnyListInput = {},
): List<AnyPage, string> {
  const requested = readListSearch(operation, useSearch({ strict: false }))
  const conditionsOf = (filters: object) => ({
    ...withoutFilters(requested),
    ...filters,
    ...input.query,
  })
  const { change, filters, data, reading, onRetry } = useListState({
    search: requested,
    filters: offers,
    query: (values) =>
      queryOf(operation, { ...input, query: conditionsOf(values) } as CallInput<ListOperation>),
    pagesIn: ({ pagination }) => pagination.totalPage,
    refreshEvery,
  })
  const state: ListState<string> = {
    page: requested.page ?? 1,
    take: requested.take ?? defaultPageSize,
    search: requested.search ?? '',
    ordering: orderingOf(operation, requested),
  }
  const { pathname } = useLocation()
  const views = hasViews(pathname)
    ? (iconOnly: boolean) => createElement(ListViews, { list: pathname, iconOnly })
    : undefined
  return {
    page: data,
    props: {
      state,
      onChange: ({ ordering, ...changes }) =>
        // Typing in the search box must not add a history entry per letter.
        change({ ...changes, ...ordering }, { replace: changes.search !== undefined }),
      pageSizes,
      searchMaxLength,
      rows: data?.rows,
      total: data?.pagination.totalRecords,
      reading,
      filters: filters.props,
      views,
      onClear:
        requested.search === undefined && filters.props.every(({ chosen }) => chosen === null)
          ? undefined
          : filters.onClear,
      onExport: () =>
        exportList(operation, { params: input.params, query: conditionsOf(filters.query) }),
      onRetry,
    },
  }
}

/** Returns the order that the user chose, or the default order. Undefined if a search orders the list by relevance. */
function orderingOf(
  operation: ListOperation,
  { sort, order, search }: { [Key in 'sort' | 'order' | 'search']?: ListQuery[Key] | undefined },
): ListState<string>['ordering'] {
  if (sort === undefined && search !== undefined) return undefined
  const { sorts, order: initial } = listParameters[operation]
  return { sort: sort ?? sorts[0] ?? '', order: order ?? initial }
}
