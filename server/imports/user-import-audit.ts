import type { AuditPart } from '../audit/audit.ts'
import type { AppliedRow, RowAudit } from './import-rules.ts'
import { resultOf, type UserRowResult } from './user-import-values.ts'

/**
 * Whether the row invited a user. The audit record names an invited user only by e-mail, so that it does not reveal
 * which accounts existed before (rulings §10).
 */
const isInvited = ({ before }: AppliedRow): boolean => before === null || before.id === 0

const targetOf = (row: AppliedRow): string =>
  isInvited(row) ? `email:${resultOf(row).email}` : `user:${row.after.id}`

/** Returns what the row assigned. For an invited user, also the values of the row. */
function auditValues(row: AppliedRow) {
  const { name, email, phone_number, code, company_id, linked, profile_id, spid, period } =
    resultOf(row)
  const result: Omit<UserRowResult, 'id' | 'version' | 'email'> = {
    company_id,
    linked,
    profile_id,
    spid,
    ...(period && { period }),
  }
  return isInvited(row)
    ? {
        ...result,
        email,
        name: name ?? null,
        phone_number: phone_number ?? null,
        code: code ?? null,
      }
    : result
}

const hasReplaced = (row: AppliedRow): boolean => resultOf(row).replaced !== undefined

/** Returns the assignment with the period that the row replaced. */
const replacedValues = (row: AppliedRow) => {
  const { company_id, profile_id, spid, replaced } = resultOf(row)
  return { company_id, profile_id, spid, ...(replaced && { period: replaced }) }
}

/** Audit records of the rows of a user import. */
export const userRowAudit: RowAudit = {
  done: (row): AuditPart => ({
    event: isInvited(row) ? 'user.created' : 'user-profile.given',
    target: targetOf(row),
    ...(hasReplaced(row) && { before: replacedValues(row) }),
    after: auditValues(row),
  }),
  undone: (row): AuditPart => ({
    event: isInvited(row)
      ? 'user.removed'
      : hasReplaced(row)
        ? 'user-profile.changed'
        : 'user-profile.taken',
    target: targetOf(row),
    before: auditValues(row),
    ...(hasReplaced(row) && { after: replacedValues(row) }),
  }),
}
