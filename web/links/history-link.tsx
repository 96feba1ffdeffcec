import { toHistoryOf } from '../paths.ts'
import { RelatedLink } from './related-link.tsx'

interface HistoryLinkProps {
  /** The kind of record, as the trail names it: `service`. */
  of: string
  /** Absent of a record that is yet to be made. */
  id: number | undefined
}

/** From the page of a record to what happened to it; for whoever may read the trail (decision 40). */
export function HistoryLink({ of, id }: HistoryLinkProps) {
  if (id === undefined) return null
  return <RelatedLink {...toHistoryOf(`${of}:${id}`)}>Histórico</RelatedLink>
}
