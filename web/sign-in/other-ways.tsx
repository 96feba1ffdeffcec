import { Link } from '@tanstack/react-router'
import { toResetPassword } from '../paths.ts'
import classes from './auth.module.css'

/** For whoever can't sign in with what they have (portal.md §2). */
export function OtherWays() {
  return (
    <p className={classes['other']}>
      <Link {...toResetPassword()}>Esqueceu sua senha?</Link>
    </p>
  )
}
