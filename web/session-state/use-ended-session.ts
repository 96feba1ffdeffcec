import { useEffect } from 'react'
import { endedSession } from './session-end.ts'

/** Ends the session once a query has failed because that session is over (portal.md §6). */
export function useEndedSession(error: Error | null): void {
  useEffect(() => {
    if (error) endedSession(error)
  }, [error])
}
