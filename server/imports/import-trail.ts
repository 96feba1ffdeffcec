import type { AuditPart } from '../audit/audit.ts'
import type { Done, Kept, TrailOfRows } from './import-rules.ts'

/** How the trail names the records of a kind. */
interface Told {
  name: string
  trail?: TrailOfRows | undefined
}

/** What the trail says of each record that an import made or changed. */
export function partsOf({ name, trail }: Told, done: readonly Done[]): AuditPart[] {
  if (trail) return done.map((each) => trail.done(each))
  return done.map(({ before, after }) => ({
    event: `${name}.${before ? 'updated' : 'created'}`,
    target: `${name}:${after.id}`,
    ...(before && { before }),
    after,
  }))
}

/** The same of each that was put back, or taken away where it had been made. */
export function undoneParts(
  { name, trail }: Told,
  done: readonly Done[],
  restored: ReadonlyMap<number, Kept>,
): AuditPart[] {
  if (trail) return done.map((each) => trail.undone(each))
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
