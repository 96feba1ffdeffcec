import { useEffect } from 'react'
import { redirectDelay } from '../../contract/constants.ts'

/** Leaves the screen 1 s after its action is `over`, so that the user can read the toast (console.md §4). */
export function useDelayedLeave(over: boolean, leave: () => void): void {
  useEffect(() => {
    if (!over) return undefined
    const timer = setTimeout(leave, redirectDelay)
    return () => clearTimeout(timer)
  }, [over, leave])
}
