import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what had it before, once what calls this is gone and nothing else took it. A dialog that is
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
