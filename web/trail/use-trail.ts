import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { defaultPageSize } from '../../contract/list.ts'
import { call } from '../api/api-client.ts'
import { useListFilters } from '../list/use-list-filters.tsx'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { useTrailFilters } from './trail-filters.tsx'

/** Where a page of the trail begins. */
interface Position {
  before?: string | undefined
  after?: string | undefined
}

/** The trail as its address says: filters, page size and the position from which it is read. */
export function useTrail() {
  const navigate = useNavigate()
  const asked = useSearch({ from: '/audit-list' })
  const filters = useListFilters(useTrailFilters(), asked)
  const { take = defaultPageSize } = asked
  // Of a link that somebody wrote, one of the two counts.
  const position: Position =
    asked.before === undefined ? { after: asked.after } : { before: asked.before }
  const answer = useQuery({
    queryKey: ['auditList', filters.query, take, position],
    queryFn: () => call('auditList', { query: { ...filters.query, ...position, take } }),
    placeholderData: keepPreviousData,
  })
  useEndedSession(answer.error)
  const goTo = (change: Position & { take?: number | undefined }) =>
    void navigate({
      to: '.',
      search: (kept) => ({ ...kept, before: undefined, after: undefined, ...change }),
      resetScroll: false,
    })
  const { rows, older, newer } = answer.data ?? {}
  const limited = filters.props.some(({ chosen }) => chosen !== null)
  return {
    rows,
    take,
    reading: answer.isPlaceholderData,
    filters,
    onClear: limited ? filters.onClear : undefined,
    onRetry: answer.isError ? () => void answer.refetch() : undefined,
    onTake: (size: number) => goTo({ take: size === defaultPageSize ? undefined : size }),
    onFirst: newer ? () => goTo({}) : undefined,
    onPrevious: newer ? () => goTo({ after: newer }) : undefined,
    onNext: older ? () => goTo({ before: older }) : undefined,
  }
}
