import type { ReactNode } from 'react'
import classes from './entry-page.module.css'

interface EntryPageProps {
  title: string
  /** A sentence on what to do here. */
  lead: string
  children: ReactNode
  /** The link below the form, to another way in. */
  otherWay: ReactNode
}

/** A screen of those who are not signed in: one card with one form, in the middle of the page. */
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
