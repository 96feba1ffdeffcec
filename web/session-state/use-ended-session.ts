import { useEffect } from 'react'
import { endedSession } from './session-end.ts'

/** Ends the session where a reading was refused because it is over (portal.md §6). */
export function useEndedSession(error: Error | null): void {
  useEffect(() => {
    if (error) endedSession(error)
  }, [error])
}
