import { IconCircleCheck } from '@tabler/icons-react'
import classes from './passwords.module.css'

/** Message of the modal after the password was set. */
export function PasswordSet({ children }: { children: string }) {
  return (
    <div className={classes['done']}>
      <IconCircleCheck size={44} stroke={1.4} aria-hidden="true" />
      <output aria-label="Situação da senha">{children}</output>
    </div>
  )
}
