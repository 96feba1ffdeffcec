import { useEffect } from 'react'
import { endedSession } from './session-end.ts'

/** Ends the session if a query failed because the session is over (portal.md §6). */
export function useEndedSession(error: Error | null): void {
  useEffect(() => {
    if (error) endedSession(error)
  }, [error])
}
