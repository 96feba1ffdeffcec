import { Checkbox, type CheckboxProps } from '@mantine/core'
import type { Ref } from 'react'
import classes from './row-checkbox.module.css'

interface RowCheckboxProps extends Omit<CheckboxProps, 'label' | 'ref'> {
  'aria-label': string
  ref?: Ref<HTMLInputElement>
}

/** Checkbox of a table row. A press anywhere in its cell reaches it. */
export function RowCheckbox(props: RowCheckboxProps) {
  return (
    <label className={classes['area']}>
      <Checkbox {...props} />
    </label>
  )
}
