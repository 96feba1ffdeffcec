import { useEffect } from 'react'
import { inactivityTimeout } from '../../contract/constants.ts'
import { storage } from '../storage.ts'

const activities = [
  'mousemove',
  'mousedown',
  'keydown',
  'wheel',
  'touchstart',
  'touchmove',
] as const
/** Milliseconds between two writes of the shared moment, so that a moving mouse does not write sixty times a second. */
const writeInterval = 1000

function remember(now: number): void {
  storage.set('last_activity', String(now))
}

/** Milliseconds since the last activity in any tab. */
function idleTime(): number {
  const last = storage.get('last_activity')
  return last === null ? 0 : Date.now() - Number(last)
}

/**
 * Calls `onInactive` once after an hour without mouse, keyboard, wheel or touch in any tab (portal.md §4). The moment of
 * the last activity is shared through local storage.
 */
export function useInactivity(enabled: boolean, onInactive: () => void): void {
  useEffect(() => {
    if (!enabled) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false

    const check = () => {
      clearTimeout(timer)
      const idle = idleTime()
      if (idle < inactivityTimeout) timer = setTimeout(check, inactivityTimeout - idle)
      else if (!over) {
        over = true
        onInactive()
      }
    }
    const noteActivity = () => {
      const idle = idleTime()
      // Timers rest while a computer sleeps: whoever wakes it is not thereby active.
      if (idle >= inactivityTimeout) check()
      else if (idle >= writeInterval) remember(Date.now())
    }

    remember(Date.now())
    check()
    for (const activity of activities) addEventListener(activity, noteActivity, { passive: true })
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      for (const activity of activities) removeEventListener(activity, noteActivity)
      document.removeEventListener('visibilitychange', check)
    }
  }, [enabled, onInactive])
}
