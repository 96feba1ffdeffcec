import { IconCircleCheck } from '@tabler/icons-react'
import classes from './passwords.module.css'

/** What stands in the modal once the password is set. */
export function PasswordSet({ children }: { children: string }) {
  return (
    <div className={classes['done']}>
      <IconCircleCheck size={44} stroke={1.4} aria-hidden="true" />
      <output aria-label="Situação da senha">{children}</output>
    </div>
  )
}
