import type { ReactNode } from 'react'
import classes from './entry-page.module.css'

interface EntryPageProps {
  title: string
  /** One sentence with instructions. */
  lead: string
  children: ReactNode
  /** Link below the form to another screen. */
  otherWay: ReactNode
}

/** Screen for signed-out users: one card with one form, in the centre of the page. */
export function EntryPage({ title, lead, children, otherWay }: EntryPageProps) {
  return (
    <div className={classes['page']}>
      <section className={classes['card']} aria-labelledby="titulo">
        <h1 id="titulo">{title}</h1>
        <p className={classes['lead']}>{lead}</p>
        {children}
        <p className={classes['otherWay']}>{otherWay}</p>
      </section>
    </div>
  )
}
