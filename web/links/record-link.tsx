import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOpens } from '../session-state/use-granted-paths.ts'
import classes from './record-link.module.css'

/** Address of a record: a result of `paths.ts`. */
export type RecordTarget = Pick<LinkProps, 'to' | 'search'>

interface RecordLinkProps extends RecordTarget {
  /** True for a link inside a sentence; false for a link in a table or list. */
  inline?: boolean
  children: ReactNode
}

/** The name of a record as a link to it; plain text if the user may not open its screen (console.md §6). */
export function RecordLink({ inline = false, children, ...target }: RecordLinkProps) {
  const opens = useOpens()
  if (!opens(target.to)) return children
  return (
    <Link {...target} className={classes['link']} data-inline={inline || undefined}>
      {children}
    </Link>
  )
}
