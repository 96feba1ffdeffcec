import { skipToken, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { redirectDelay } from '../../contract/constants.ts'
import { notify } from '../ui/notify.ts'
import { endedSession } from '../session-state/session-end.ts'

interface ReadRecord<Entry> {
  /** Absent while it is read, and where there is none to read. */
  record: Entry | undefined
  reading: boolean
  reload: () => Promise<{ data: Entry | undefined; isError: boolean }>
  /** Why there is nothing to show. */
  unreadable: Error | null
}

/** The record that the address names, read anew each time it is opened and then only when asked to. */
export function useRecord<Entry>(read: (() => Promise<Entry>) | null): ReadRecord<Entry> {
  const { href } = useLocation()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['record', href],
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

/** Says that a record can't be read, and leaves its screen after 1 s (console.md §8). */
export function useLeaveUnreadable(unreadable: Error | null, leave: () => void): void {
  useEffect(() => {
    if (!unreadable || endedSession(unreadable)) return undefined
    notify.error('Erro inesperado')
    const timer = setTimeout(leave, redirectDelay)
    return () => clearTimeout(timer)
  }, [unreadable, leave])
}
