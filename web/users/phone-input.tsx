import { TextInput, type TextInputProps } from '@mantine/core'
import { retype } from '../form/retype.ts'
import { digitsOf } from './typed-letters.ts'

interface PhoneInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  onType: (digits: string) => void
}

/** A telephone: digits with country code behind a '+'; whatever else is typed or pasted is left out (console.md §5). */
export function PhoneInput({ onType, ...props }: PhoneInputProps) {
  return (
    <TextInput
      type="tel"
      inputMode="numeric"
      autoComplete="off"
      leftSection={<span aria-hidden="true">+</span>}
      {...props}
      onChange={(event) => onType(retype(event.currentTarget, digitsOf))}
    />
  )
}
