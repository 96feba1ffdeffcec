import { useEffect, useRef, type RefObject } from 'react'

const fields = ':is(input, select, textarea):not([type="hidden"], :disabled, [readonly])'

/**
 * Focuses the first field of a screen once it is `ready`, unless the user has moved the focus since the screen was
 * mounted.
 */
export function useFirstFocus(screen: RefObject<HTMLElement | null>, ready: boolean): void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = document.activeElement
  }, [])
  useEffect(() => {
    const focused = document.activeElement
    const untouched = focused === before.current || focused?.contains(screen.current)
    if (ready && untouched)
      screen.current?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true })
  }, [screen, ready])
}
