import { TextInput } from '@mantine/core'
import classes from './fixed-field.module.css'

interface FixedFieldProps {
  label: string
  /** Undefined while the record loads. */
  value: string | undefined
}

/** Read-only field for a value that cannot change after creation. */
export function FixedField({ label, value = '' }: FixedFieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      disabled
      classNames={{ input: classes['value'] ?? '' }}
    />
  )
}
