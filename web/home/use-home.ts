import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'

/** So long an answer is not asked for again by coming back to the window alone. */
const restMs = 60_000

/** What needs the person now: asked again whenever they open HOME or come back to its window. */
export function useHome() {
  const answer = useQuery({
    queryKey: ['homeGet'],
    queryFn: () => call('homeGet'),
    staleTime: restMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  })
  useEndedSession(answer.error)
  return answer
}
