import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Api } from '../../contract/api.ts'
import {
  defaultPageSize,
  pageSizes,
  searchMaxLength,
  type ListPage as AnyPage,
  type ListQuery,
} from '../../contract/list.ts'
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
import { rememberListUrl } from './last-list-url.ts'
import { listSearch, type ListQuerySchema } from './list-search.ts'
import { useListFilters } from './use-list-filters.tsx'
import { useEndedSession } from '../session-state/use-ended-session.ts'

interface List<Page extends AnyPage, Sort extends string> {
  /** The whole page, with what the response has beside the rows. */
  page: Page | undefined
  /** For `ListPage`, or `ListCard` inside another page. */
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
    | 'onClear'
    | 'onExport'
  >
}

/**
 * A list whose page, page size, search and order are current in the URL, so that reload, back and a shared link restore it
 * (console.md §2). `declared` is the contract file of the operation; reading it from the whole contract would load all
 * of it.
 */
export function useList<O extends ListOperation>(
  declared: Pick<Api, O>,
  operation: O,
  ...input: ListArguments<O>
): List<PageIn<O>, SortIn<O>>
export function useList(
  declared: Pick<Api, ListOperation>,
  operation: ListOperation,
  { refreshEvery, filters: offers = {}, ...input }: AnyListInput = {},
): List<AnyPage, string> {
  const query: ListQuerySchema<string> = declared[operation].query
  const navigate = useNavigate()
  const { pathname, href } = useLocation()
  const router = useRouter()
  const own = useMatch({ strict: false, select: (match) => match.pathname })
  const requested = listSearch(query).parse(useSearch({ strict: false }))
  const filters = useListFilters(offers, requested)
  const conditions = { ...withoutFilters(requested), ...filters.query, ...input.query }
  const result = useQuery({
    ...queryOf(operation, { ...input, query: conditions } as CallInput<ListOperation>),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery ?? false,
  })
  useEndedSession(result.error)
  useEffect(() => rememberListUrl(pathname, href), [pathname, href])

  const state: ListState<string> = {
    page: requested.page ?? 1,
    take: requested.take ?? defaultPageSize,
    search: requested.search ?? '',
    ordering: orderingOf(query, requested),
  }
  const onChange = (change: Partial<ListState<string>>) => {
    // A debounced search may fire after its list was left; it must not change the URL of the next screen.
    if (router.latestLocation.pathname !== own) return
    const next = { ...state, ...change }
    void navigate({
      to: '.',
      search: (current) => ({
        ...current,
        page: next.page === 1 ? undefined : next.page,
        take: next.take === defaultPageSize ? undefined : next.take,
        search: next.search || undefined,
        ...change.ordering,
      }),
      // Typing in the search box must not add a history entry per letter.
      replace: change.search !== undefined,
      resetScroll: false,
    })
  }

  // A page beyond the last one, after rows were deleted or from an old link, becomes the last page.
  const lastPage = result.isPlaceholderData ? undefined : result.data?.pagination.totalPage
  const beyond = lastPage !== undefined && state.page > Math.max(1, lastPage)
  useEffect(() => {
    if (beyond) {
      const page = lastPage > 1 ? lastPage : undefined
      void navigate({ to: '.', search: (current) => ({ ...current, page }), replace: true })
    }
  }, [beyond, lastPage, navigate])

  return {
    page: result.data,
    props: {
      state,
      onChange,
      pageSizes,
      searchMaxLength,
      rows: beyond ? undefined : result.data?.rows,
      total: result.data?.pagination.totalRecords,
      reading: result.isPlaceholderData,
      filters: filters.props,
      onClear:
        requested.search === undefined && filters.props.every(({ chosen }) => chosen === null)
          ? undefined
          : filters.onClear,
      onExport: () => exportList(operation, { params: input.params, query: conditions }),
      onRetry: result.isError ? () => void result.refetch() : undefined,
    },
  }
}

/** Order of a list: the chosen one, or its first column; undefined if a search orders by relevance. */
function orderingOf(
  { shape }: ListQuerySchema<string>,
  { sort, order, search }: { [Key in 'sort' | 'order' | 'search']?: ListQuery[Key] | undefined },
): ListState<string>['ordering'] {
  if (sort === undefined && search !== undefined) return undefined
  const [first = ''] = shape.sort.unwrap().options
  return { sort: sort ?? first, order: order ?? shape.order.parse(undefined) }
}

/** Parameters common to all lists. Of the filters in a URL only those count that the screen offers. */
function withoutFilters(requested: { [Key in keyof ListQuery]?: ListQuery[Key] | undefined }) {
  const { page, take, search, sort, order } = requested
  return { page, take, search, sort, order }
}
