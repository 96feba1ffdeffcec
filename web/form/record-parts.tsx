import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Definition, DefinitionList } from '../ui/definition-list.tsx'
import formClasses from '../ui/form-page.module.css'
import { panel } from '../ui/panel.ts'
import classes from './record-page.module.css'

interface RecordCardProps {
  /** Id of the heading; unique on the screen. */
  id: string
  title: string
  /** Button or link for the content. */
  action?: ReactNode
  children: ReactNode
}

/** A card with a heading, such as the facts of a record. */
export function RecordCard({ id, title, action, children }: RecordCardProps) {
  return (
    <section className={`${panel} ${classes['card']}`} aria-labelledby={id}>
      <div className={classes['cardHead']}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Values of a record by label, in display order; an absent or empty value is shown as a dash. */
export type Facts = Readonly<Record<string, ReactNode>>

/** The values of a record as a definition list. */
export function RecordFacts({ facts }: { facts: Facts }) {
  return (
    <DefinitionList stretched>
      {Object.entries(facts).map(([label, value]) => (
        <Definition key={label} label={label}>
          {value === null || value === undefined || value === '' ? '—' : value}
        </Definition>
      ))}
    </DefinitionList>
  )
}

/** Shape of `RecordFacts` of the same labels, while they load. */
export function LoadingFacts({ labels }: { labels: readonly string[] }) {
  const line = <Skeleton component="span" display="inline-block" width="60%" height="0.875rem" />
  return <RecordFacts facts={Object.fromEntries(labels.map((label) => [label, line]))} />
}

/** Shape of `RecordCard` with `RecordFacts` of the same labels, while the record loads. */
export function FactsSkeleton({
  title,
  action,
  labels,
}: Pick<RecordCardProps, 'title' | 'action'> & { labels: readonly string[] }) {
  return (
    <RecordCard id="carregando" title={title} action={action}>
      <LoadingFacts labels={labels} />
    </RecordCard>
  )
}

/** Shape of a form with this number of fields, while the record loads. */
export function FieldsSkeleton({ fields }: { fields: number }) {
  return (
    <>
      <div className={formClasses['fields']}>
        {Array.from({ length: fields }, (_, field) => (
          <div key={field}>
            <Skeleton width="5rem" height={14} mb={9} />
            <Skeleton height={36} mb={20} />
          </div>
        ))}
      </div>
      <div className={formClasses['footer']}>
        <Skeleton width={100} height={36} />
        <Skeleton width={84} height={36} />
      </div>
    </>
  )
}

interface RecordNoticeProps {
  /** 'danger' for a state that denies access. */
  tone?: 'danger' | 'plain'
  /** The action that ends the state. */
  action?: ReactNode
  children: ReactNode
}

/** What a user must know first about a record, with the action that ends it: 'Bloqueado por Ana Lima em …'. */
export function RecordNotice({ tone = 'plain', action, children }: RecordNoticeProps) {
  return (
    <div className={classes['notice']} data-tone={tone}>
      <p>{children}</p>
      {action}
    </div>
  )
}
