import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { useEndedSession } from '../../session-state/use-ended-session.ts'
import type { SelectedPeople } from './selected-people.ts'

/** Reads the profiles that can be given to these users or taken from them. */
export function useManyOffers(people: SelectedPeople) {
  const user_id = [...people.keys()]
  const query = useQuery({
    ...queryOf('userProfileOffersMany', { body: { user_id } }),
    gcTime: 0,
  })
  useEndedSession(query.error)
  return { offers: query.data, failed: query.isError }
}
