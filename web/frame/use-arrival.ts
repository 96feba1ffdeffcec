import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const product = 'Gestão de Acesso'

/** On every arrival: the title of the document, the focus at the start of the screen, and a closed menu. */
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
        // A screen that has already put the focus somewhere knows better.
        if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
      }),
    [router, mainId, closeMenu],
  )
}
