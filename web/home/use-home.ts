import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'

/** Minimum age in milliseconds before a window focus refetches the data. */
const staleMs = 60_000

/** Reads the data of HOME. It refetches when the screen opens or its window regains focus. */
export function useHome() {
  const query = useQuery({
    ...queryOf('homeGet'),
    staleTime: staleMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  })
  useEndedSession(query.error)
  return query
}
