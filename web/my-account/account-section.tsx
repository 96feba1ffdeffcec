import type { ReactNode } from 'react'
import classes from './my-account.module.css'

interface AccountSectionProps {
  /** Id of the heading; unique on the screen. */
  id: string
  title: string
  /** What the section is for. */
  lead: string
  /** Button beside the title. */
  action?: ReactNode
  /** Why the action is not available. */
  obstacle?: string | undefined
  busy: boolean
  children: ReactNode
}

/** A section of 'Minha conta': one way to sign in. */
export function AccountSection(props: AccountSectionProps) {
  const { id, title, lead, action, obstacle, busy, children } = props
  return (
    <section className={classes['section']} aria-labelledby={id} aria-busy={busy}>
      <header className={classes['head']}>
        <div>
          <h2 id={id}>{title}</h2>
          <p className={classes['lead']}>{lead}</p>
        </div>
        {action}
      </header>
      {obstacle !== undefined && <p className={classes['obstacle']}>{obstacle}</p>}
      {children}
    </section>
  )
}
