import type { AuditPart } from '../audit/audit.ts'
import type { Done, Kept } from './import-rules.ts'

/** What the trail says of each record that an import made or changed. */
export function partsOf(name: string, done: readonly Done[]): AuditPart[] {
  return done.map(({ before, after }) => ({
    event: `${name}.${before ? 'updated' : 'created'}`,
    target: `${name}:${after.id}`,
    ...(before && { before }),
    after,
  }))
}

/** The same of each that was put back, or taken away where it had been made. */
export function undoneParts(
  name: string,
  done: readonly Done[],
  restored: ReadonlyMap<number, Kept>,
): AuditPart[] {
  return done.map(({ before, after }) => {
    const now = restored.get(after.id)
    return {
      event: `${name}.${before ? 'updated' : 'removed'}`,
      target: `${name}:${after.id}`,
      before: after,
      ...(now && { after: now }),
    }
  })
}
