import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api-client.ts'
import { useEndedSession } from '../../session-state/use-ended-session.ts'
import type { SelectedPeople } from './selected-people.ts'

/** What can be given to these people and taken from them, as it is now. */
export function useManyOffers(people: SelectedPeople) {
  const user_id = [...people.keys()]
  const answer = useQuery({
    queryKey: ['userProfileOffersMany', user_id],
    queryFn: () => call('userProfileOffersMany', { body: { user_id } }),
    gcTime: 0,
  })
  useEndedSession(answer.error)
  return { offers: answer.data, failed: answer.isError }
}
