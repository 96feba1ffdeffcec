import { TextInput } from '@mantine/core'
import classes from './fixed-field.module.css'

interface FixedFieldProps {
  label: string
  /** Absent while the record is read. */
  value: string | undefined
}

/** What a record keeps once it is made, among the fields that may change. */
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
