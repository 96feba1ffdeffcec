import { useEffect, useRef, type RefObject } from 'react'

/**
 * For a button that shows a loader while `busy`. The disabled button loses the focus and gets it back afterwards,
 * unless another element, such as an invalid field, has the focus.
 */
export function useFocusAfterBusy(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!busy) return undefined
    const { current } = button
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) current?.focus()
      })
    }
  }, [busy])
  return button
}
