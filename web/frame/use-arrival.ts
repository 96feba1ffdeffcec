import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { wasSignInShown } from './sign-in-shown.ts'

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
    // A page that was just loaded begins at its top; but not for whoever comes from the sign-in.
    if (wasSignInShown()) focusStart(mainId)
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
