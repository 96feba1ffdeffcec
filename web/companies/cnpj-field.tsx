import { TextInput } from '@mantine/core'
import { retype } from '../form/retype.ts'
import { maskTyped } from './cnpj-mask.ts'

interface CnpjFieldProps {
  label: string
  name: string
  error: string | undefined
  value: string
  onType: (masked: string) => void
}

/** Text field that formats a CNPJ while it is typed and preserves the caret position. */
export function CnpjField({ label, name, error, value, onType }: CnpjFieldProps) {
  return (
    <TextInput
      required
      label={label}
      name={name}
      error={error}
      value={value}
      onChange={({ currentTarget }) => onType(retype(currentTarget, maskTyped))}
      placeholder="00.000.000/0000-00"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}
