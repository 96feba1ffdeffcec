import type { ReactNode } from 'react'
import classes from './definition-list.module.css'
import { ActiveMark } from './status-mark.tsx'

interface DefinitionListProps {
  /** A few items share the whole row instead of leaving columns empty. */
  stretched?: boolean
  children: ReactNode
}

/** A `<dl>` with its items side by side; in a form it spans all columns. */
export function DefinitionList({ stretched = false, children }: DefinitionListProps) {
  return (
    <dl className={classes['definitions']} data-stretched={stretched || undefined} data-wide>
      {children}
    </dl>
  )
}

interface DefinitionProps {
  label: string
  /** Takes a whole row and keeps line breaks. */
  wide?: boolean
  children: ReactNode
}

/** A value below its label. */
export function Definition({ label, wide = false, children }: DefinitionProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface ReadOnlyRecordProps {
  /** Values by label, in display order. */
  values: Readonly<Record<string, ReactNode>>
  /** Shown after the other values. */
  active: boolean
}

/** The values of a record in place of the form fields, for users who may read it but not change it. */
export function ReadOnlyRecord({ values, active }: ReadOnlyRecordProps) {
  const status = <ActiveMark active={active} />
  return (
    <DefinitionList stretched>
      {Object.entries({ ...values, Status: status }).map(([label, value]) => (
        <Definition key={label} label={label}>
          {value}
        </Definition>
      ))}
    </DefinitionList>
  )
}
