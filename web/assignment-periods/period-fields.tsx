import { TextInput } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import {
  assignmentReasonMax,
  lastDayOfTerm,
  termSentence,
} from '../../contract/assignment-periods.ts'
import { shownDay } from '../../contract/shown.ts'
import { today } from '../api/server-clock.ts'
import { periodLabels, type PeriodErrors, type PeriodValues } from './assignment-period.ts'
import classes from './period.module.css'

interface PeriodFieldsProps {
  values: PeriodValues
  errors: PeriodErrors
  onChange: (change: Partial<PeriodValues>) => void
  /** Maximum number of days of what is given; null if there is none. */
  daysMax: number | null
  /** '(opcional)' at its end is left out if an end is required. */
  legend?: string
  children?: ReactNode
  /** 'none' if only the administrator profile is given, which takes no period (decision 99). */
  days?: 'both' | 'end' | 'none'
}

/** Optional begin, end and reason of what is given. A maximum term requires an end, and the last possible one is filled in. */
export function PeriodFields(props: PeriodFieldsProps) {
  const { values, errors, onChange, children, days = 'both', daysMax } = props
  const { legend = 'Prazo e motivo (opcional)' } = props
  const day = today()
  const last =
    daysMax === null || day === '' || days === 'none'
      ? ''
      : lastDayOfTerm(values, { today: day, daysMax })
  useLastDay(last, values.end_date, onChange)
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
      <legend>{last === '' ? legend : legend.replace(' (opcional)', '')}</legend>
      {children}
      <div className={classes['row']}>
        {days === 'both' && <TextInput type="date" min={day} {...field('begin_date')} />}
        {days !== 'none' && (
          <TextInput
            type="date"
            min={values.begin_date || day}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            {...(last !== '' && { max: last, required: true })}
            {...(daysMax !== null &&
              last !== '' && { description: `Até ${shownDay(last)}. ${termSentence(daysMax)}` })}
            {...field('end_date')}
          />
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

/** Fills in the last possible end in an empty field, and replaces it when it changes. An end that was typed stays. */
function useLastDay(
  last: string,
  end: string,
  onChange: (change: Partial<PeriodValues>) => void,
): void {
  const filled = useRef('')
  useEffect(() => {
    if (end === filled.current && end !== last) onChange({ end_date: last })
    filled.current = last
    // Only a change of the term fills it in, so that the field can be emptied.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [last])
}
