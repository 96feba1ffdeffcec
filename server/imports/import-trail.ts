import type { AuditPart } from '../audit/audit.ts'
import type { AppliedRow, Snapshot, TrailOfRows } from './import-rules.ts'

/** How the trail names the records of a kind. */
interface Told {
  name: string
  trail?: TrailOfRows | undefined
}

/** What the trail says of each record that an import made or changed. */
export function partsOf({ name, trail }: Told, applied: readonly AppliedRow[]): AuditPart[] {
  if (trail) return applied.map((each) => trail.done(each))
  return applied.map(({ before, after }) => ({
    event: `${name}.${before ? 'updated' : 'created'}`,
    target: `${name}:${after.id}`,
    ...(before && { before }),
    after,
  }))
}

/** The same of each that was put back, or taken away where it had been made. */
export function undoneParts(
  { name, trail }: Told,
  applied: readonly AppliedRow[],
  restored: ReadonlyMap<number, Snapshot>,
): AuditPart[] {
  if (trail) return applied.map((each) => trail.undone(each))
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
