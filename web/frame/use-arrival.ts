import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const product = 'Gestão de Acesso'

/**
 * After every navigation: sets the title of the document, moves the focus to the start of the screen, and closes the
 * menu.
 */
export function useArrival(mainId: string, title: string, closeMenu: () => void): void {
  const router = useRouter()

  useEffect(() => {
    document.title = title === '' ? product : `${title} · ${product}`
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
