import { Button } from '@mantine/core'
import { useState } from 'react'
import { hasEnded, periodText, takesPeriod } from '../assignment-periods/assignment-period.ts'
import { keyOf } from './change-period.ts'
import { NewDaysChip, PeriodChip } from '../assignment-periods/period-chip.tsx'
import classes from './period-modal.module.css'
import { PeriodModal } from './period-modal.tsx'
import { periodKey, type CopiedPeriods, type Pair, type ProfileRow } from './user-profile-choice.ts'

interface RowPeriodsProps {
  row: ProfileRow
  /** Pairs that the selection gives. */
  given: readonly Pair[]
  copied: CopiedPeriods
  userName: string
  /** Called after a period has changed. Undefined if the signed-in user cannot give profiles. */
  onChanged: (() => void) | undefined
}

/** Maximum number of assignments with a period listed in a row. */
const shownMax = 4

/** Periods of the assignments of a profile, and those copied from another user. */
export function RowPeriods({ row, given, copied, userName, onChanged }: RowPeriodsProps) {
  const [open, setOpen] = useState(false)
  const periods = row.assigned.filter((each) => periodText(each) !== '')
  const changes = onChanged && row.note === null && row.assigned.some(takesPeriod)
  const copies = given.flatMap((pair) => {
    const days = copied.get(periodKey(row.id, pair.value))
    return days ? [{ pair, days }] : []
  })
  if (periods.length + copies.length === 0 && !changes) return null
  return (
    <>
      <ul className={classes['held']} aria-label={`Prazos de ${row.name}`}>
        {periods.slice(0, shownMax).map((each) => (
          <li key={keyOf(each)}>
            {`${each.spid ?? 'Todos os SPIDs'} - ${each.company.name}`}
            <PeriodChip period={each} />
            {hasEnded(each) && 'não dá acesso'}
          </li>
        ))}
        {periods.length > shownMax && <li>{`e mais ${periods.length - shownMax} com prazo`}</li>}
        {copies.map(({ pair, days }) => (
          <li key={`copy ${pair.value}`}>
            {`${pair.spid ?? 'Todos os SPIDs'} - ${pair.company.name}`}
            <NewDaysChip days={days} />
          </li>
        ))}
        {changes && (
          <li>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setOpen(true)}
              aria-label={`Mudar prazo de ${row.name}`}
            >
              Mudar prazo
            </Button>
          </li>
        )}
      </ul>
      {open && (
        <PeriodModal
          userName={userName}
          assigned={row.assigned}
          onDone={onChanged ?? ignore}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const ignore = () => {}
