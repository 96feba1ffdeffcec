import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './decision-buttons.module.css'

interface DecisionButtonsProps {
  /** True if the buttons answer a question: 'Sim' comes before 'Não'. Otherwise 'Cancelar' comes first. */
  answers: boolean
  /** True if the action removes something. Its button is then set apart at the edge. */
  danger: boolean
  /** If absent, there is only the button of the action. */
  onCancel?: (() => void) | undefined
  /** Whether the cancel button gets the initial focus. */
  cancelFirst?: boolean
  /** Button of the action. */
  children: ReactNode
}

/** The two buttons of a dialog: the action, and the way out of it. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { answers, danger, onCancel, cancelFirst = false, children } = props
  const cancel = onCancel && (
    <Button variant="default" onClick={onCancel} data-autofocus={cancelFirst || undefined}>
      {answers ? 'Não' : 'Cancelar'}
    </Button>
  )
  return (
    <div className={classes['buttons']} data-danger={danger || undefined}>
      {!answers && cancel}
      {children}
      {answers && cancel}
    </div>
  )
}
