import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { defaultPageSize } from '../../contract/list.ts'
import { queryOf } from '../api/query-of.ts'
import { useListFilters } from '../list/use-list-filters.tsx'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { useTrailFilters } from './trail-filters.tsx'

/** Cursor of a page of the audit log. */
interface Position {
  before?: string | undefined
  after?: string | undefined
}

/** What limits the audit log: nothing, a linked record, or filters set by the user. */
export type Limited = 'nothing' | 'record' | 'filters'

function limitedBy(chosen: readonly string[]): Limited {
  if (chosen.length === 0) return 'nothing'
  return chosen.every((name) => name === 'record') ? 'record' : 'filters'
}

/** State of the audit log from the URL: filters, page size and cursor. */
export function useTrail() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/audit-list' })
  const filters = useListFilters(useTrailFilters(), search)
  const { take = defaultPageSize } = search
  // Uses one of the two cursors if a link has both.
  const position: Position =
    search.before === undefined ? { after: search.after } : { before: search.before }
  const query = useQuery({
    ...queryOf('auditList', { query: { ...filters.query, ...position, take } }),
    placeholderData: keepPreviousData,
  })
  useEndedSession(query.error)
  const goTo = (change: Position & { take?: number | undefined }) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, before: undefined, after: undefined, ...change }),
      resetScroll: false,
    })
  const { rows, names = {}, older, newer } = query.data ?? {}
  const chosen = filters.props.filter((filter) => filter.chosen !== null).map(({ name }) => name)
  const limited = limitedBy(chosen)
  return {
    rows,
    names,
    take,
    reading: query.isPlaceholderData,
    filters,
    limited,
    onClear: limited === 'nothing' ? undefined : filters.onClear,
    onRetry: query.isError ? () => void query.refetch() : undefined,
    onTake: (size: number) => goTo({ take: size === defaultPageSize ? undefined : size }),
    onFirst: newer ? () => goTo({}) : undefined,
    onPrevious: newer ? () => goTo({ after: newer }) : undefined,
    onNext: older ? () => goTo({ before: older }) : undefined,
  }
}
