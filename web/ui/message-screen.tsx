import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './message-screen.module.css'

interface MessageScreenProps {
  icon: Icon
  title: string
  /** `h2` inside a screen that has its own heading. */
  headingLevel?: 'h1' | 'h2'
  children: ReactNode
  /** Links and buttons to leave the screen. */
  actions: ReactNode
}

/** A screen that shows a message and at least one way to leave. */
export function MessageScreen({
  icon: Icon,
  title,
  headingLevel: Heading = 'h1',
  children,
  actions,
}: MessageScreenProps) {
  return (
    <section className={classes['message']}>
      <span className={classes['icon']}>
        <Icon size={26} stroke={1.6} aria-hidden="true" />
      </span>
      <Heading className={classes['title']}>{title}</Heading>
      <div className={classes['text']}>{children}</div>
      <div className={classes['actions']}>{actions}</div>
    </section>
  )
}
