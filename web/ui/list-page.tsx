import type { ReactNode } from 'react'
import { ListCard, type ListCardProps } from './list-card.tsx'
import { Page } from './page.tsx'

export interface ListPageProps<Row, Sort extends string> extends Omit<
  ListCardProps<Row, Sort>,
  'label'
> {
  title: string
  /** Record to which the list belongs, shown under the title, such as the service; null while it loads. */
  subject?: ReactNode
  /** One sentence that explains the list. */
  lead?: string
  /** Link to the form of a new record. */
  action?: ReactNode
  /** Note above the list about what was just created. */
  note?: ReactNode
}

/** Screen of a list: title, link to a new record, and the list (console.md §2). */
export function ListPage<Row extends { id: number | string }, Sort extends string>({
  title,
  subject,
  lead,
  action,
  note,
  ...list
}: ListPageProps<Row, Sort>) {
  return (
    <Page width="wide" title={title} subject={subject} actions={action} {...(lead && { lead })}>
      {note}
      <ListCard label={title} {...list} />
    </Page>
  )
}
