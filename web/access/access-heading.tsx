import type { ReactNode } from 'react'
import { serverNow } from '../api/server-clock.ts'
import { useSession } from '../session-state/session.ts'
import classes from './access-heading.module.css'
import { greetingAt } from './greeting.ts'

interface AccessHeadingProps {
  /** Button beside the greeting. */
  action: ReactNode
  /** Sentence about the last access; null except on the first visit after the sign-in. */
  lastAccess: string | null
}

/** Title, greeting by the server's clock, headline and last access. Its height does not depend on what is known. */
export function AccessHeading({ action, lastAccess }: AccessHeadingProps) {
  const name = useSession().userData?.user.name
  const now = serverNow()
  return (
    <header className={classes['heading']}>
      <h1>Página de Acesso</h1>
      <p className={classes['greeting']}>{now && name && greetingAt(now, name)}</p>
      <p className={classes['headline']}>O que você deseja acessar?</p>
      <output className={classes['lastAccess']} aria-label="Último acesso">
        {lastAccess}
      </output>
      {action}
    </header>
  )
}
