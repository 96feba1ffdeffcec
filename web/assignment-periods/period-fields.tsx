import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { assignmentReasonMax } from '../../contract/assignment-periods.ts'
import { today } from '../api/server-clock.ts'
import { periodLabels, type PeriodErrors, type PeriodValues } from './assignment-period.ts'
import classes from './period.module.css'

interface PeriodFieldsProps {
  values: PeriodValues
  errors: PeriodErrors
  onChange: (change: Partial<PeriodValues>) => void
  legend?: string
  children?: ReactNode
  /** 'none' if only the administrator profile is given, which takes no period (decision 99). */
  days?: 'both' | 'end' | 'none'
}

/** Optional begin, end and reason of what is given. */
export function PeriodFields(props: PeriodFieldsProps) {
  const { values, errors, onChange, children, days = 'both' } = props
  const { legend = 'Prazo e motivo (opcional)' } = props
  const field = (name: keyof PeriodValues) => ({
    name,
    label: periodLabels[name],
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ [name]: value }),
  })
  return (
    <fieldset className={classes['fields']} data-wide>
      <legend>{legend}</legend>
      {children}
      <div className={classes['row']}>
        {days === 'both' && <TextInput type="date" min={today()} {...field('begin_date')} />}
        {days !== 'none' && (
          <TextInput type="date" min={values.begin_date || today()} {...field('end_date')} />
        )}
        <TextInput
          className={classes['reason'] ?? ''}
          maxLength={assignmentReasonMax}
          {...field('reason')}
        />
      </div>
    </fieldset>
  )
}
