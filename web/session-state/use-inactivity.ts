import { useEffect } from 'react'
import { inactivityTimeout } from '../../contract/constants.ts'
import { storage } from '../storage.ts'
import { confirmSession } from './session-end.ts'

const activities = [
  'mousemove',
  'mousedown',
  'keydown',
  'wheel',
  'touchstart',
  'touchmove',
] as const
/**
 * Minimum milliseconds between two writes of the shared marker, so that moving the mouse does not write sixty times a
 * second.
 */
const writeInterval = 1000
/** Milliseconds between two checks, and the jump of the wall clock that suggests the computer was asleep. */
const checkInterval = 60_000

/**
 * Calls `onInactive` once after an hour without mouse, keyboard, wheel or touch input in any tab (portal.md §4). Tabs
 * share a marker in local storage that changes with each activity. The hour is measured with `performance.now()`. Clock
 * corrections do not affect this clock, but in some browsers it stops during sleep. If the wall clock has jumped ahead,
 * either the computer slept or the clock was corrected, so the server is asked.
 */
export function useInactivity(enabled: boolean, onInactive: () => void): void {
  useEffect(() => {
    if (!enabled) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    let marker = storage.get('last_activity')
    let activeAt = performance.now()
    let lead = clockLead()
    let uncertain = false
    let asking = false

    const readMarker = () => {
      const shared = storage.get('last_activity')
      if (shared === marker) return
      marker = shared
      activeAt = performance.now()
    }
    const idleTime = () => {
      readMarker()
      return performance.now() - activeAt
    }
    const writeMarker = () => {
      storage.set('last_activity', crypto.getRandomValues(new Uint32Array(2)).join('-'))
      readMarker()
    }
    const confirmAfterSleep = async () => {
      const now = clockLead()
      if (now - lead >= checkInterval) uncertain = true
      lead = now
      if (!uncertain || asking) return
      asking = true
      try {
        uncertain = !(await confirmSession())
      } finally {
        asking = false
      }
    }
    const check = () => {
      clearTimeout(timer)
      const idle = idleTime()
      if (idle < inactivityTimeout) {
        timer = setTimeout(check, Math.min(inactivityTimeout - idle, checkInterval))
        void confirmAfterSleep()
      } else if (!over) {
        over = true
        onInactive()
      }
    }
    const onActivity = () => {
      const idle = idleTime()
      if (idle < writeInterval) return
      check()
      // Timers stop during sleep. Waking the computer after more than an hour does not count as activity.
      if (idle < inactivityTimeout) writeMarker()
    }

    writeMarker()
    check()
    const unsubscribe = storage.subscribe(readMarker)
    for (const activity of activities) addEventListener(activity, onActivity, { passive: true })
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      for (const activity of activities) removeEventListener(activity, onActivity)
      document.removeEventListener('visibilitychange', check)
    }
  }, [enabled, onInactive])
}

/** Milliseconds by which the wall clock is ahead of `performance.now()`. */
const clockLead = (): number => Date.now() - performance.now()
