import { useEffect, useState } from 'react'

/**
 * Returns the focus to the previously focused element when the calling dialog unmounts. A dialog that is mounted open
 * needs this, because Mantine returns the focus only if it saw the dialog open.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && document.activeElement === document.body)
          before.focus()
      })
    },
    [before],
  )
}
