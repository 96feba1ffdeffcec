import type { AuditPart } from '../audit/audit.ts'
import type { Done, TrailOfRows } from './import-rules.ts'

/** Who was there: named by id; who was invited, by e-mail alone, so that nobody learns here who existed (rulings §10). */
function told({
  before,
  after: { id, version: _, ...gained },
}: Done): AuditPart & { invited: boolean } {
  const invited = before === null || before.id === 0
  if (invited)
    return { invited, event: '', target: `email:${String(gained['email'])}`, after: gained }
  const { email: __, ...gains } = gained
  return { invited, event: '', target: `user:${id}`, after: gains }
}

/** What the trail says of each line of a file of people. */
export const trailOfPeople: TrailOfRows = {
  done(done) {
    const { invited, ...part } = told(done)
    return { ...part, event: invited ? 'user.created' : 'user-profile.given' }
  },
  undone(done) {
    const { invited, after, ...part } = told(done)
    return {
      ...part,
      event: invited ? 'user.removed' : 'user-profile.taken',
      ...(after !== undefined && { before: after }),
    }
  },
}
