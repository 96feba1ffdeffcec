import { TextInput, type TextInputProps } from '@mantine/core'
import { retype } from '../form/retype.ts'
import { digitsOf } from './typed-letters.ts'

interface PhoneInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  onType: (digits: string) => void
}

/** Phone number field: digits with country code after a '+'; other characters are removed (console.md §5). */
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
