import { Checkbox, type CheckboxProps } from '@mantine/core'
import type { MouseEvent, ReactNode, Ref } from 'react'
import classes from './row-checkbox.module.css'

interface RowCheckboxProps extends Omit<CheckboxProps, 'label' | 'ref'> {
  'aria-label': string
  /** Text beside the checkbox. */
  text?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Checkbox of a table row. A press anywhere in its cell toggles it. */
export function RowCheckbox({ text, ...props }: RowCheckboxProps) {
  return (
    // Not a label, because its text would be part of the row. Keyboard users operate the checkbox itself.
    <span className={classes['area']} data-checkbox-area {...pressable}>
      <Checkbox {...props} />
      {text}
    </span>
  )
}

/** Clicks the checkbox when its area is pressed. */
const pressable = {
  onClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
    const box = currentTarget.querySelector('input')
    if (target !== box) box?.click()
  },
}
