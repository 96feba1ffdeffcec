import type { RecordKind } from '../../contract/record-kinds.ts'
import { toHistoryOf } from '../paths.ts'
import { RelatedLink } from './related-link.tsx'

interface HistoryLinkProps {
  of: RecordKind
  /** Absent for a record that is not created yet. */
  id: number | undefined
}

/** Link from a record to its audit events. Users who may not read the audit log do not see it (decision 40). */
export function HistoryLink({ of, id }: HistoryLinkProps) {
  if (id === undefined) return null
  return <RelatedLink {...toHistoryOf(`${of}:${id}`)}>Histórico</RelatedLink>
}
