import { unusedText } from '../../contract/last-use.ts'
import classes from './period.module.css'
import type { RequestedPeriod } from '../../contract/assignment-periods.ts'
import { daysText, hasEnded, isLater, isSuspended, periodText } from './assignment-period.ts'

interface PeriodChipProps {
  period: Parameters<typeof periodText>[0]
}

/** Period of an assignment: 'até 31/12/2026', 'a partir de 02/01/2027', 'terminou em …'. Nothing if it has none. */
export function PeriodChip({ period }: PeriodChipProps) {
  const text = periodText(period)
  if (text === '') return null
  return (
    <span
      className={classes['chip']}
      data-none={hasEnded(period) || isLater(period) || isSuspended(period) || undefined}
    >
      {text}
    </span>
  )
}

/** Days that a save will give: 'a partir de 02/01/2027, até 31/12/2027'. */
export function NewDaysChip({ days }: { days: RequestedPeriod }) {
  return <ins className={classes['chip']}>{daysText(days)}</ins>
}

/** Marks an assignment that was not used for 90 days. */
export function UnusedChip() {
  return (
    <span className={classes['chip']} data-none>
      {unusedText}
    </span>
  )
}
