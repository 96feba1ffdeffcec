import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOpens } from '../session-state/use-granted-paths.ts'
import classes from './record-link.module.css'

/** Where a record opens: what a function of `paths.ts` gives. */
export type RecordTarget = Pick<LinkProps, 'to' | 'search'>

interface RecordLinkProps extends RecordTarget {
  /** It stands in a line with other words; else it is a line of a table or a list. */
  inline?: boolean
  children: ReactNode
}

/** The name of a record as the link to it; the name alone for whoever may not open its screen (console.md §6). */
export function RecordLink({ inline = false, children, ...target }: RecordLinkProps) {
  const opens = useOpens()
  if (!opens(target.to)) return children
  return (
    <Link {...target} className={classes['link']} data-inline={inline || undefined}>
      {children}
    </Link>
  )
}
