import { Checkbox, type CheckboxProps } from '@mantine/core'
import type { MouseEvent, ReactNode, Ref } from 'react'
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
    // Not a label, because the words of a label would be part of the row. The checkbox has the keyboard.
    <span className={classes['area']} data-checkbox-area {...pressable}>
      <Checkbox {...props} />
      {words}
    </span>
  )
}

/** Passes a press beside the box on to it. */
const pressable = {
  onClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
    const box = currentTarget.querySelector('input')
    if (target !== box) box?.click()
  },
}
