import { TextInput } from '@mantine/core'
import { useLayoutEffect, useRef, type ChangeEvent } from 'react'
import { caretIn, maskTyped } from './cnpj-mask.ts'

interface CnpjFieldProps {
  label: string
  name: string
  error: string | undefined
  value: string
  onType: (masked: string) => void
}

/** A CNPJ that takes its mask while it is typed; the caret stays where the person is typing. */
export function CnpjField({ label, name, error, value, onType }: CnpjFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  // A field whose value is not what was typed has its caret at the end.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const change = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    const masked = maskTyped(field.value)
    caret.current = caretIn(masked, field.value, field.selectionStart ?? field.value.length)
    onType(masked)
  }
  return (
    <TextInput
      ref={input}
      required
      label={label}
      name={name}
      error={error}
      value={value}
      onChange={change}
      placeholder="00.000.000/0000-00"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}
