import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Width in rem below which a list is narrow: rows are cards, filters are in a dialog, and the pager is short. In a
 * window of 700 px a list is 41.9 rem wide.
 */
export const narrowRoom = 41
/** Width in rem below which the options of a list are behind a button of its pager. */
export const optionsRoom = 58
/**
 * Width of an element before it is measured. 0 selects the narrowest layout, which has the fewest elements to render.
 */
export const unmeasured = 0

/**
 * Returns the width of an element in whole rem, so that resizing the window does not render a list for each pixel.
 * `unmeasured` until the element is measured, which is before it is painted.
 */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(unmeasured)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRoom(Math.floor(current.getBoundingClientRect().width / rem))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}
