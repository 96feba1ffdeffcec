import { useEffect, useState } from 'react'

/**
 * Once the dialog that calls this is closed, gives the focus back to the element that had it before. A dialog that is
 * mounted open needs it: the library returns the focus only of one that it saw opening.
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
