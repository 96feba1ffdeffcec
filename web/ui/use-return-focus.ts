import { useEffect, useState } from 'react'

/**
 * Returns the focus to the previously focused element when the calling dialog unmounts; to the page if that element has
 * been removed, such as one of a screen that was left behind the dialog. A dialog that is mounted open
 * needs this, because Mantine returns the focus only if it saw the dialog open.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const back = before instanceof HTMLElement && before.isConnected ? before : null
        ;(back ?? document.querySelector('main'))?.focus({ preventScroll: back === null })
      })
    },
    [before],
  )
}
