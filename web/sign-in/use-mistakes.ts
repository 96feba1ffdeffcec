import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Mistakes } from './mistakes.ts'

/** The mistake that a form shows, a setter, and the ref of the form, whose invalid field gets the focus. */
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
