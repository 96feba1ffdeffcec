import { useEffect } from 'react'
import { redirectDelay } from '../../contract/constants.ts'

/** Leaves the screen 1 s after its work is `over`, so that what was told can be read first (console.md §4). */
export function useLeaveAfter(over: boolean, leave: () => void): void {
  useEffect(() => {
    if (!over) return undefined
    const timer = setTimeout(leave, redirectDelay)
    return () => clearTimeout(timer)
  }, [over, leave])
}
