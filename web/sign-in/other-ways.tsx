import { Link } from '@tanstack/react-router'
import { toScreen } from '../paths.ts'
import { useScreenExists } from '../shared/use-screen-exists.ts'
import classes from './auth.module.css'

const recovery = '/reset_password'

/** What else one can do than sign in with a password: each is offered only where its screen exists. */
export function OtherWays() {
  const canRecover = useScreenExists(recovery)
  if (!canRecover) return null
  return (
    <p className={classes['other']}>
      <Link {...toScreen(recovery)}>Esqueceu sua senha?</Link>
    </p>
  )
}
