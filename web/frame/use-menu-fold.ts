import { useDisclosure } from '@mantine/hooks'
import { useEffect, type RefObject } from 'react'

/** Whether the side menu is open on a narrow screen. Esc closes it and returns the focus to the burger. */
export function useMenuFold(burger: RefObject<HTMLButtonElement | null>) {
  const [open, { toggle, close }] = useDisclosure(false)

  useEffect(() => {
    if (!open) return undefined
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      close()
      burger.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open, close, burger])

  return { open, toggle, close }
}
