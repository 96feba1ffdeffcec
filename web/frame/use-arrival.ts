import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const product = 'Gestão de Acesso'

/**
 * After every navigation: names the document by record, screen and product, moves the focus to the start of the screen, and closes the
 * menu.
 */
export function useArrival(
  mainId: string,
  names: readonly (string | undefined)[],
  closeMenu: () => void,
): void {
  const router = useRouter()
  const title = [...names, product].filter(Boolean).join(' · ')

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    // The sign-in was another router's (decision 37): to whoever comes from there this is no first screen.
    if (router.state.location.state.justSignedIn) focusStart(mainId)
    return router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      closeMenu()
      focusStart(mainId)
    })
  }, [router, mainId, closeMenu])
}

/** A screen that has already put the focus into itself keeps it there. */
function focusStart(mainId: string): void {
  const main = document.getElementById(mainId)
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
}
