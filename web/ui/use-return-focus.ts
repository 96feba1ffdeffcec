import { useEffect, useState } from 'react'

/**
 * Returns the focus to the previously focused element when the calling dialog unmounts. A dialog that is mounted open
 * needs this, because Mantine returns the focus only if it saw the dialog open. If that element was removed, because
 * another screen was opened for example, the page gets the focus, unless another dialog that closes returns it.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected) focusIfLost(before)
        else requestAnimationFrame(() => focusIfLost(document.querySelector('main')))
      })
    },
    [before],
  )
}

function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body)
    element?.focus({ preventScroll: element.tagName === 'MAIN' })
}
