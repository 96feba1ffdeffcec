import { TextInput } from '@mantine/core'
import { retype } from '../form/retype.ts'
import { clampedSeats } from './seat-amount.ts'

interface LooseSeatsFieldProps {
  label: string
  name: string
  value: string
  error: string | undefined
  /** Selects the number when the field gets the focus, so that typing replaces it. */
  selectOnFocus?: boolean
  onType: (limit: string) => void
}

/** Number of seats of a loose plan: only digits, from 1 to 99 (console.md §5). */
export function LooseSeatsField({ selectOnFocus = false, onType, ...props }: LooseSeatsFieldProps) {
  return (
    <TextInput
      required
      inputMode="numeric"
      autoComplete="off"
      description="De 1 a 99 licenças, além dos planos da empresa."
      // The hint comes last, so that adjacent fields stay aligned.
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...props}
      onFocus={({ currentTarget }) => selectOnFocus && currentTarget.select()}
      onChange={(event) => onType(retype(event.currentTarget, clampedSeats))}
    />
  )
}
