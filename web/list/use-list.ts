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
import { call } from '../api/api-client.ts'
import type { CallInput } from '../api/api-request.ts'
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
  /** The whole page, with what else came with its rows. */
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
 * A list whose page, page size, search and order are kept in the address, so that reload, the way back and a shared link
 * find it as it was (console.md §2). `declared` is the file of the contract that declares the operation: a list that took it
 * out of the whole contract would load all of that.
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
  const asked = listSearch(query).parse(useSearch({ strict: false }))
  const filters = useListFilters(offers, asked)
  const wanted = { ...withoutFilters(asked), ...filters.query, ...input.query }
  const answer = useQuery({
    queryKey: [operation, input.params, wanted],
    queryFn: () =>
      call(operation, {
        ...input,
        query: wanted,
      } as CallInput<ListOperation>),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery ?? false,
  })
  useEndedSession(answer.error)
  useEffect(() => rememberListUrl(pathname, href), [pathname, href])

  const state: ListState<string> = {
    page: asked.page ?? 1,
    take: asked.take ?? defaultPageSize,
    search: asked.search ?? '',
    ordering: orderingOf(query, asked),
  }
  const onChange = (change: Partial<ListState<string>>) => {
    // A search that was still being typed when its list was left would land in the address of the next screen.
    if (router.latestLocation.pathname !== own) return
    const next = { ...state, ...change }
    void navigate({
      to: '.',
      search: (kept) => ({
        ...kept,
        page: next.page === 1 ? undefined : next.page,
        take: next.take === defaultPageSize ? undefined : next.take,
        search: next.search || undefined,
        ...change.ordering,
      }),
      // Typing in the search box must not leave an entry in the history for each letter.
      replace: change.search !== undefined,
      resetScroll: false,
    })
  }

  // A page beyond the last one, because rows were deleted or the link is old, becomes the last page.
  const lastPage = answer.isPlaceholderData ? undefined : answer.data?.pagination.totalPage
  const beyond = lastPage !== undefined && state.page > Math.max(1, lastPage)
  useEffect(() => {
    if (beyond) {
      const page = lastPage > 1 ? lastPage : undefined
      void navigate({ to: '.', search: (kept) => ({ ...kept, page }), replace: true })
    }
  }, [beyond, lastPage, navigate])

  return {
    page: answer.data,
    props: {
      state,
      onChange,
      pageSizes,
      searchMaxLength,
      rows: beyond ? undefined : answer.data?.rows,
      total: answer.data?.pagination.totalRecords,
      reading: answer.isPlaceholderData,
      filters: filters.props,
      onClear:
        asked.search === undefined && filters.props.every(({ chosen }) => chosen === null)
          ? undefined
          : filters.onClear,
      onExport: () => exportList(operation, { params: input.params, query: wanted }),
      onRetry: answer.isError ? () => void answer.refetch() : undefined,
    },
  }
}

/** The order that a list shows: the chosen one, or its first column; none where a search shows the best hits first. */
function orderingOf(
  { shape }: ListQuerySchema<string>,
  { sort, order, search }: { [Key in 'sort' | 'order' | 'search']?: ListQuery[Key] | undefined },
): ListState<string>['ordering'] {
  if (sort === undefined && search !== undefined) return undefined
  const [first = ''] = shape.sort.unwrap().options
  return { sort: sort ?? first, order: order ?? shape.order.parse(undefined) }
}

/** What every list is asked for; of the filters in an address only those count that its screen offers. */
function withoutFilters(asked: { [Key in keyof ListQuery]?: ListQuery[Key] | undefined }) {
  const { page, take, search, sort, order } = asked
  return { page, take, search, sort, order }
}
