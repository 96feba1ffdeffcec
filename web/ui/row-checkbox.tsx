import { Checkbox, type CheckboxProps } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import classes from './row-checkbox.module.css'

interface RowCheckboxProps extends Omit<CheckboxProps, 'label' | 'ref'> {
  'aria-label': string
  /** Words beside it. */
  words?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Checkbox of a table row. A press anywhere in its cell reaches it. */
export function RowCheckbox({ words, ...props }: RowCheckboxProps) {
  return (
    <label className={classes['area']}>
      <Checkbox {...props} />
      {words}
    </label>
  )
}
