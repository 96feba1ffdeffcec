import { Button } from '@mantine/core'
import { useState } from 'react'
import { takesPeriod } from '../assignment-periods/assignment-period.ts'
import type { AssignedProfile } from './change-period.ts'
import { PeriodModal } from './period-modal.tsx'

interface ProlongManyProps {
  userName: string
  rows: readonly { note: string | null; assigned: readonly AssignedProfile[] }[]
  onDone: () => void
}

/** Button that prolongs all assignments with an end. Absent if fewer than two have one. */
export function ProlongMany({ userName, rows, onDone }: ProlongManyProps) {
  const [open, setOpen] = useState(false)
  const assigned = rows
    .filter(({ note }) => note === null)
    .flatMap((row) => row.assigned)
    .filter((each) => takesPeriod(each) && each.end_date !== null)
  if (assigned.length < 2) return null
  return (
    <>
      <Button size="compact-sm" variant="default" mb="sm" onClick={() => setOpen(true)}>
        {`Prorrogar (${assigned.length} com prazo)`}
      </Button>
      {open && (
        <PeriodModal
          userName={userName}
          assigned={assigned}
          onDone={onDone}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
