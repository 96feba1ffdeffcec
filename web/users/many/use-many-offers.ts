import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api-client.ts'
import { useEndedSession } from '../../session-state/use-ended-session.ts'
import type { SelectedPeople } from './selected-people.ts'

/** Reads the profiles that can be given to these users or taken from them. */
export function useManyOffers(people: SelectedPeople) {
  const user_id = [...people.keys()]
  const query = useQuery({
    queryKey: ['userProfileOffersMany', user_id],
    queryFn: () => call('userProfileOffersMany', { body: { user_id } }),
    gcTime: 0,
  })
  useEndedSession(query.error)
  return { offers: query.data, failed: query.isError }
}
