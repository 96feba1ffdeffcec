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

  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        closeMenu()
        const main = document.getElementById(mainId)
        // A screen that has already put the focus into itself keeps it there.
        if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
      }),
    [router, mainId, closeMenu],
  )
}
