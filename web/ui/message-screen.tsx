import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Doorway, type DoorwayState } from './doorway.tsx'
import classes from './message-screen.module.css'

interface MessageScreenProps {
  /** Icon in an arch, or the state of a doorway. */
  sign: Icon | DoorwayState
  title: string
  /** `h2` inside a screen that has its own heading. */
  headingLevel?: 'h1' | 'h2'
  children: ReactNode
  /** Links and buttons to leave the screen. */
  actions: ReactNode
}

/** A screen that shows a message and at least one way to leave. */
export function MessageScreen({
  sign: Sign,
  title,
  headingLevel: Heading = 'h1',
  children,
  actions,
}: MessageScreenProps) {
  return (
    <section className={classes['message']}>
      {typeof Sign === 'string' ? (
        <div className={classes['doorway']}>
          <Doorway state={Sign} size={104} />
        </div>
      ) : (
        <span className={classes['icon']}>
          <Sign size={26} stroke={1.6} aria-hidden="true" />
        </span>
      )}
      <Heading className={classes['title']}>{title}</Heading>
      <div className={classes['text']}>{children}</div>
      <div className={classes['actions']}>{actions}</div>
    </section>
  )
}
