import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { z } from 'zod'
import { defaultPageSize, pageSizes, searchMaxLength } from '../../contract/list.ts'
import type { ListState } from '../ui/list-page.tsx'
import { rememberPlace } from './list-places.ts'
import { listSearch, type ListQuerySchema } from './list-search.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'

/** What a list asks the server for; what is absent is as the contract has it by default. */
export type PageQuery<Sort extends string> = z.output<ReturnType<typeof listSearch<Sort>>>

interface PageOfRows {
  rows: readonly { id: number | string }[]
  pagination: { totalRecords: number; totalPage: number }
}

interface ListOptions<Sort extends string, Page extends PageOfRows> {
  /** The query of the list's operation in the contract. */
  query: ListQuerySchema<Sort>
  /** Names the list among everything that is read: its operation, and of what it is the list. */
  key: readonly unknown[]
  read: (query: PageQuery<Sort>) => Promise<Page>
  /** Milliseconds after which it is read again while it is looked at, where rows change by themselves. */
  refreshEvery?: number
}

/**
 * A list whose page, page size, search and order are kept in the address, so that reload, the way back and a shared link
 * find it as it was (console.md §2). `props` is for `ListPage`.
 */
export function useList<Sort extends string, Page extends PageOfRows>(
  options: ListOptions<Sort, Page>,
) {
  const { query, key, read, refreshEvery = false } = options
  const navigate = useNavigate()
  const { pathname, href } = useLocation()
  const asked = listSearch(query).parse(useSearch({ strict: false }))
  const answer = useQuery({
    queryKey: [...key, asked],
    queryFn: () => read(asked),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
  })
  useEndedSession(answer.error)
  useEffect(() => rememberPlace(pathname, href), [pathname, href])

  const state: ListState<Sort> = {
    page: asked.page ?? 1,
    take: asked.take ?? defaultPageSize,
    search: asked.search ?? '',
    sort: asked.sort ?? query.shape.sort.parse(undefined),
    order: asked.order ?? 'asc',
  }
  const onChange = (change: Partial<ListState<Sort>>) => {
    const next = { ...state, ...change }
    void navigate({
      to: '.',
      search: (kept) => ({
        ...kept,
        page: next.page === 1 ? undefined : next.page,
        take: next.take === defaultPageSize ? undefined : next.take,
        search: next.search || undefined,
        sort: next.sort,
        order: next.order,
      }),
      // Each letter typed is no step to go back by.
      replace: change.search !== undefined,
      resetScroll: false,
    })
  }

  // A page that is no more, since rows went or the link is old, is the last one.
  const lastPage = answer.isPlaceholderData ? undefined : answer.data?.pagination.totalPage
  const beyond = lastPage !== undefined && state.page > Math.max(1, lastPage)
  useEffect(() => {
    if (beyond) {
      const page = lastPage > 1 ? lastPage : undefined
      void navigate({ to: '.', search: (kept) => ({ ...kept, page }), replace: true })
    }
  }, [beyond, lastPage, navigate])

  return {
    /** What else came with the rows. */
    page: answer.data,
    props: {
      state,
      onChange,
      pageSizes,
      searchMaxLength,
      rows: beyond ? undefined : (answer.data?.rows as Page['rows'] | undefined),
      total: answer.data?.pagination.totalRecords,
      reading: answer.isPlaceholderData,
      onRetry: answer.isError ? () => void answer.refetch() : undefined,
    },
  }
}
