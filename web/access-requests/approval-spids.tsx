import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import type { AccessRequestDetails } from '../../contract/access-requests.ts'
import { spidText } from '../../contract/spids.ts'
import type { Approval } from './approval.ts'
import classes from './request-form.module.css'

type Chosen = Pick<Approval, 'allSpids' | 'spids'>

interface ApprovalSpidsProps {
  spids: AccessRequestDetails['spids']
  approval: Chosen
  error: string | undefined
  onChange: (chosen: Chosen) => void
}

/** Choice of the SPIDs: all of the company, also those added later, or some. */
export function ApprovalSpids({ spids, approval, error, onChange }: ApprovalSpidsProps) {
  const errorId = useId()
  const { allSpids, spids: chosen } = approval
  return (
    <fieldset
      className={classes['choices']}
      data-wrong={error !== undefined || undefined}
      aria-describedby={errorId}
    >
      <legend>SPIDs</legend>
      <Checkbox
        label="Todos os SPIDs, também os futuros"
        checked={allSpids}
        onChange={({ currentTarget: { checked } }) => onChange({ ...approval, allSpids: checked })}
      />
      <Checkbox.Group
        className={classes['options'] ?? ''}
        aria-label="SPIDs"
        value={[...chosen]}
        onChange={(values) => onChange({ allSpids, spids: values })}
      >
        {spids.map((each) => (
          <Checkbox key={each.spid} value={each.spid} disabled={allSpids} label={spidText(each)} />
        ))}
      </Checkbox.Group>
      <p id={errorId} className={classes['error']}>
        {error}
      </p>
    </fieldset>
  )
}
