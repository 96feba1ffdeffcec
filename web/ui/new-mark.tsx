import type { ComponentProps } from 'react'
import classes from './new-mark.module.css'

/** Mark 'Novo' beside the name of something that was just created (decision 80). */
export function NewMark(props: Omit<ComponentProps<'span'>, 'children' | 'className'>) {
  return (
    <span {...props} className={classes['mark']}>
      Novo
    </span>
  )
}
