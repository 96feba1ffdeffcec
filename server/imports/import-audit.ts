import type { AuditPart } from '../audit/audit.ts'
import type { AppliedRow, Snapshot, RowAudit } from './import-rules.ts'

/** How the audit log names the records of a kind. */
interface AuditNaming {
  name: string
  rowAudit?: RowAudit | undefined
}

/** Returns an audit record for each record that an import created or changed. */
export function auditParts(
  { name, rowAudit }: AuditNaming,
  applied: readonly AppliedRow[],
): AuditPart[] {
  if (rowAudit) return applied.map((each) => rowAudit.done(each))
  return applied.map(({ before, after }) => ({
    event: `${name}.${before ? 'updated' : 'created'}`,
    target: `${name}:${after.id}`,
    ...(before && { before }),
    after,
  }))
}

/** Returns an audit record for each record that an undo restored or deleted. */
export function auditPartsOfUndo(
  { name, rowAudit }: AuditNaming,
  applied: readonly AppliedRow[],
  restored: ReadonlyMap<number, Snapshot>,
): AuditPart[] {
  if (rowAudit) return applied.map((each) => rowAudit.undone(each))
  return applied.map(({ before, after }) => {
    const now = restored.get(after.id)
    return {
      event: `${name}.${before ? 'updated' : 'removed'}`,
      target: `${name}:${after.id}`,
      before: after,
      ...(now && { after: now }),
    }
  })
}
