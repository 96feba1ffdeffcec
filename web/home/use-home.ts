import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'

/** What needs the person now: asked again whenever they come back to the window. */
export function useHome() {
  const answer = useQuery({
    queryKey: ['homeGet'],
    queryFn: () => call('homeGet'),
    refetchOnWindowFocus: true,
  })
  useEndedSession(answer.error)
  return answer
}
