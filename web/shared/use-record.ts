import { skipToken, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { redirectDelay } from '../../contract/constants.ts'
import { notify } from '../ui/notify.ts'
import { endedSession } from './confirm-identity-problem.ts'
import { storage } from './storage.ts'

/**
 * The record that the address names, read anew each time it is opened and then only when asked to. Where it can't be
 * read, that is said and the screen left after 1 s (console.md §8).
 */
export function useRecord<Entry>(read: (() => Promise<Entry>) | null, leave: () => void) {
  const href = useLocation({ select: (location) => location.href })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['record', href],
    queryFn: read ?? skipToken,
    gcTime: 0,
    staleTime: Infinity,
  })
  const unreadable = data === undefined ? error : null
  useEffect(() => {
    if (!unreadable || endedSession(unreadable, storage.get('token') ?? '')) return undefined
    notify.error('Erro inesperado')
    const timer = setTimeout(leave, redirectDelay)
    return () => clearTimeout(timer)
  }, [unreadable, leave])
  return { record: data, reading: isFetching, reload: refetch }
}
