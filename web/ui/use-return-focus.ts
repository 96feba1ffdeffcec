import { useEffect, useState } from 'react'

/**
 * Returns the focus to the previously focused element when the calling dialog unmounts. Needed for a dialog that is
 * mounted open: Mantine returns the focus only if it saw the dialog opening.
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
