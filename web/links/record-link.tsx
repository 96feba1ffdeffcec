import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './record-link.module.css'

/** Where a record opens: what a function of `paths.ts` gives. */
export type RecordTarget = Pick<LinkProps, 'to' | 'search'>

/** The name of a record as the link to it. */
export function RecordLink({ children, ...target }: RecordTarget & { children: ReactNode }) {
  return (
    <Link {...target} className={classes['link']}>
      {children}
    </Link>
  )
}
