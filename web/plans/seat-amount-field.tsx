import { TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { seatLimitMax } from '../../contract/limits.ts'

interface SeatAmountFieldProps {
  label: string
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<{ value: string }>) => void
}

/** Number of seats that a plan gives (console.md §2). */
export function SeatAmountField(props: SeatAmountFieldProps) {
  return (
    <TextInput
      required
      type="number"
      inputMode="numeric"
      min={0}
      max={seatLimitMax}
      step={1}
      description="Pessoas de cada empresa que podem usar o módulo."
      // The hint comes last, so that adjacent fields stay aligned.
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...props}
    />
  )
}
