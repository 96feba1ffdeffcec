import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * For a button that unmounts itself, such as 'Tentar novamente'. If the button has the focus then, the page gets the
 * focus, so that the next Tab continues there and not at the top of the window.
 */
export function useFocusPageOnUnmount(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (current && current === document.activeElement)
        current.closest<HTMLElement>('main')?.focus({ preventScroll: true })
    }
  }, [])
  return button
}
