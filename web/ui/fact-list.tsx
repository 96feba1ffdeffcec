import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

interface FactListProps {
  /** However few they are, they share the whole row. */
  stretched?: boolean
  children: ReactNode
}

/** What is known of something, side by side; in a form it takes a whole row. */
export function FactList({ stretched = false, children }: FactListProps) {
  return (
    <dl className={classes['facts']} data-stretched={stretched || undefined} data-wide>
      {children}
    </dl>
  )
}

interface FactProps {
  label: string
  /** It has a row of its own, and its lines stay lines. */
  wide?: boolean
  children: ReactNode
}

/** One thing that is known, below what it is called. */
export function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
