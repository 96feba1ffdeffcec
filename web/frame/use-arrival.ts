import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readBrand } from '../ui/brand.ts'
import { wasSignInShown } from './sign-in-shown.ts'

const product = 'Gestão de Acesso'

/**
 * Runs after every navigation: builds the document title from record, screen, product and association, moves the focus
 * to the start of the screen, and closes the menu.
 */
export function useArrival(
  mainId: string,
  names: readonly (string | undefined)[],
  closeMenu: () => void,
): void {
  const router = useRouter()
  const title = [...names, product, readBrand().name].filter(Boolean).join(' · ')

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    // A page that was just loaded starts at its top, unless the sign-in was shown before.
    if (wasSignInShown()) focusStart(mainId)
    return router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      closeMenu()
      focusStart(mainId)
    })
  }, [router, mainId, closeMenu])
}

/** Focuses the start of the screen, unless the screen has already focused one of its own elements. */
function focusStart(mainId: string): void {
  const main = document.getElementById(mainId)
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
}
