import type { AuditPart } from '../audit/audit.ts'
import type { Done, TrailOfRows } from './import-rules.ts'
import { gainedBy, type Gained } from './user-import-values.ts'

/** Who was invited by a line is named by e-mail alone, so that nobody learns here who existed (rulings §10). */
const isInvited = ({ before }: Done): boolean => before === null || before.id === 0

const targetOf = (done: Done): string =>
  isInvited(done) ? `email:${gainedBy(done).email}` : `user:${done.after.id}`

/** What the line gave; of whoever was invited also what was typed. */
function told(done: Done) {
  const { name, email, phone_number, code, company_id, linked, profile_id, spid } = gainedBy(done)
  const gains: Omit<Gained, 'id' | 'version' | 'email'> = { company_id, linked, profile_id, spid }
  return isInvited(done)
    ? {
        ...gains,
        email,
        name: name ?? null,
        phone_number: phone_number ?? null,
        code: code ?? null,
      }
    : gains
}

/** What the trail says of each line of a file of people. */
export const trailOfPeople: TrailOfRows = {
  done: (done): AuditPart => ({
    event: isInvited(done) ? 'user.created' : 'user-profile.given',
    target: targetOf(done),
    after: told(done),
  }),
  undone: (done): AuditPart => ({
    event: isInvited(done) ? 'user.removed' : 'user-profile.taken',
    target: targetOf(done),
    before: told(done),
  }),
}
