import { useEffect, useRef, type RefObject } from 'react'

/**
 * For a button that shows its loader while it is `busy`: it loses the focus then, and gets it back unless something else,
 * such as a wrong field, has taken it.
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
