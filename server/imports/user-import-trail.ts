import type { AuditPart } from '../audit/audit.ts'
import type { AppliedRow, TrailOfRows } from './import-rules.ts'
import { gainedBy, type Gained } from './user-import-values.ts'

/** Who was invited by a line is named by e-mail alone, so that nobody learns here who existed (rulings §10). */
const isInvited = ({ before }: AppliedRow): boolean => before === null || before.id === 0

const targetOf = (row: AppliedRow): string =>
  isInvited(row) ? `email:${gainedBy(row).email}` : `user:${row.after.id}`

/** What the line gave; of whoever was invited also what was typed. */
function told(row: AppliedRow) {
  const { name, email, phone_number, code, company_id, linked, profile_id, spid } = gainedBy(row)
  const gains: Omit<Gained, 'id' | 'version' | 'email'> = { company_id, linked, profile_id, spid }
  return isInvited(row)
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
  done: (row): AuditPart => ({
    event: isInvited(row) ? 'user.created' : 'user-profile.given',
    target: targetOf(row),
    after: told(row),
  }),
  undone: (row): AuditPart => ({
    event: isInvited(row) ? 'user.removed' : 'user-profile.taken',
    target: targetOf(row),
    before: told(row),
  }),
}
