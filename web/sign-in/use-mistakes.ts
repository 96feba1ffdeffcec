import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Mistakes } from './mistakes.ts'

/** Returns the mistakes that a form shows, a setter, and a ref for the form. The first invalid field gets the focus. */
export function useMistakes<Field extends string>(): [
  Mistakes<Field>,
  (found: Mistakes<Field> | null) => void,
  RefObject<HTMLFormElement | null>,
] {
  const [mistakes, setMistakes] = useState<Mistakes<Field>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(mistakes).length === 0) return
    form.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus()
  }, [mistakes])
  return [mistakes, (found) => setMistakes(found ?? {}), form]
}
