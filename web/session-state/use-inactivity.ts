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
/** Milliseconds between two writes of the shared mark, so that a moving mouse does not write sixty times a second. */
const writeInterval = 1000
/** Milliseconds between two checks; also how far the wall clock must run ahead to suggest that the computer slept. */
const checkInterval = 60_000

/**
 * Calls `onInactive` once after an hour without mouse, keyboard, wheel or touch in any tab (portal.md §4). The hour is one of
 * `performance.now()`, which no correction of the clock moves; tabs share a mark in local storage that changes with each
 * activity. In some browsers `performance.now()` stands still while the computer sleeps. A wall clock that ran ahead is
 * only a hint that it slept, or that the clock was corrected: the server decides.
 */
export function useInactivity(enabled: boolean, onInactive: () => void): void {
  useEffect(() => {
    if (!enabled) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    let mark = storage.get('last_activity')
    let activeAt = performance.now()
    let ahead = clockAhead()
    let doubtful = false
    let asking = false

    const noteMark = () => {
      const shared = storage.get('last_activity')
      if (shared === mark) return
      mark = shared
      activeAt = performance.now()
    }
    const idleTime = () => {
      noteMark()
      return performance.now() - activeAt
    }
    const remember = () => {
      storage.set('last_activity', crypto.getRandomValues(new Uint32Array(2)).join('-'))
      noteMark()
    }
    const askAfterSleep = async () => {
      const now = clockAhead()
      if (now - ahead >= checkInterval) doubtful = true
      ahead = now
      if (!doubtful || asking) return
      asking = true
      try {
        doubtful = !(await confirmSession())
      } finally {
        asking = false
      }
    }
    const check = () => {
      clearTimeout(timer)
      const idle = idleTime()
      if (idle < inactivityTimeout) {
        timer = setTimeout(check, Math.min(inactivityTimeout - idle, checkInterval))
        void askAfterSleep()
      } else if (!over) {
        over = true
        onInactive()
      }
    }
    const noteActivity = () => {
      const idle = idleTime()
      if (idle < writeInterval) return
      check()
      // Timers rest while a computer sleeps: whoever wakes it is not thereby active.
      if (idle < inactivityTimeout) remember()
    }

    remember()
    check()
    const unsubscribe = storage.subscribe(noteMark)
    for (const activity of activities) addEventListener(activity, noteActivity, { passive: true })
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      for (const activity of activities) removeEventListener(activity, noteActivity)
      document.removeEventListener('visibilitychange', check)
    }
  }, [enabled, onInactive])
}

/** Milliseconds by which the wall clock runs ahead of `performance.now()`. */
const clockAhead = (): number => Date.now() - performance.now()
