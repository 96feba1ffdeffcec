import { TextInput } from '@mantine/core'
import { retype } from '../form/retype.ts'
import { clampedSeats } from './seat-amount.ts'

interface LooseSeatsFieldProps {
  label: string
  name: string
  value: string
  error: string | undefined
  onType: (limit: string) => void
}

/** The number of seats of a loose plan: digits alone, from 1 to 99 (console.md §5). */
export function LooseSeatsField({ onType, ...props }: LooseSeatsFieldProps) {
  return (
    <TextInput
      required
      inputMode="numeric"
      autoComplete="off"
      description="De 1 a 99, além dos planos da empresa."
      // Below, so that fields beside each other stand in one line.
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...props}
      onChange={(event) => onType(retype(event.currentTarget, clampedSeats))}
    />
  )
}
