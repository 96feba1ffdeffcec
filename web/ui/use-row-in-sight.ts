import { useEffect, type RefObject } from 'react'

/**
 * Scrolls to a row when it appears and focuses its first link, unless the user or the screen has focused something else
 * meanwhile.
 */
export function useRowInSight(row: RefObject<HTMLTableRowElement | null>, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return undefined
    // The router resets the scroll position after the first rendering.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.matches('body, main') === false) return
      row.current?.scrollIntoView({ block: 'nearest' })
      row.current?.querySelector<HTMLElement>('th a')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [row, enabled])
}
