import { skipToken, useQuery } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isOfflineProblem } from '../api/api-problem.ts'
import { isSessionProblem } from '../session-state/session-end.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { notify, notifyTitled } from '../ui/notify.ts'
import { useDelayedLeave } from './use-delayed-leave.ts'

interface ReadRecord<Entry> {
  /** Undefined while the record loads, and in the form of a new record. */
  record: Entry | undefined
  reading: boolean
  reload: () => Promise<{ data: Entry | undefined; error: Error | null }>
  /** Error if the record could not be loaded; otherwise null. */
  unreadable: Error | null
}

/** Query key of the record of an open screen. All tabs of a record share it. */
export const recordKey = ({ pathname, search }: { pathname: string; search: object }) => {
  const { tab: _, ...ids } = search as { tab?: unknown }
  return ['record', pathname, ids] as const
}

/** Loads the record whose id is in the URL when the screen opens. Later only `reload` loads it again. */
export function useRecord<Entry>(read: (() => Promise<Entry>) | null): ReadRecord<Entry> {
  // Read from this screen's match, because `location` already contains the next screen while this one is being left.
  const queryKey = useMatch({ strict: false, select: recordKey })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: read ?? skipToken,
    gcTime: 0,
    staleTime: Infinity,
  })
  return {
    record: data,
    reading: isFetching,
    reload: refetch,
    unreadable: data === undefined ? error : null,
  }
}

interface UnreadableWords {
  titled?: boolean | undefined
  unreadable?: string | undefined
}

/**
 * Shows that the record could not be loaded, and leaves the screen after 1 s (console.md §8). Without a connection the
 * screen stays, and the record is read again when the connection is back.
 */
export function useLeaveUnreadable(
  unreadable: Error | null,
  leave: () => void,
  { titled = false, unreadable: sentence = 'Erro inesperado' }: UnreadableWords = {},
): void {
  useEndedSession(unreadable)
  const failed =
    unreadable !== null && !isSessionProblem(unreadable) && !isOfflineProblem(unreadable)
  useEffect(() => {
    if (failed) (titled ? notifyTitled : notify).error(sentence)
  }, [failed, titled, sentence])
  useDelayedLeave(failed, leave)
}
