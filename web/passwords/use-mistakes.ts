import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Mistakes } from './mistakes.ts'

/** The mistake that a form shows, and the ref of that form, whose wrong field takes the focus. */
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
