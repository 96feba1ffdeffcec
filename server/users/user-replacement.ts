import type { BodyOf } from '../../contract/endpoint.ts'
import { users } from '../../contract/users.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
import { findCompaniesOf } from '../companies/company-user-queries.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { reportable } from '../outbox/report-links.ts'
import { emailChangedNotice, phoneChangedNotice } from '../outbox/security-notices.ts'
import { dropTemporaryPassword } from '../passwords/first-access-queries.ts'
import { requireNotOutrankedByDelegation, requireNotOutranked } from '../scope/account-rank.ts'
import { refuseDelegatedGrant } from '../scope/granting-scope.ts'
import { isAdministrator, scopeOf } from '../scope/scope.ts'
import { requireAccount, userInScope } from '../scope/user-scope.ts'
import { dropInvitationsOf } from './company-invitation-queries.ts'
import { inviteToCompanies } from './company-invitation-service.ts'
import { invite } from './inviting.ts'
import type { CreationParts } from './user-creation.ts'
import { findByEmail, findInvitation, holdsProfiles, userTable, worksFor } from './user-queries.ts'
import { isFederated } from './user-service.ts'

type Changes = BodyOf<typeof users.userUpdate>

/** Returns whether the e-mail differs from the stored one. Throws unless the caller may change the account. */
export async function isCorrection(
  db: Db,
  who: Principal,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  return (await requireAccount(db, who, { id })).email !== email
}

/**
 * Replaces the name and contact data of a user. Before the first access, can also replace the e-mail, which sends a new
 * invitation.
 */
export async function replaceUser(write: Write, body: Changes, parts: CreationParts) {
  const { db, who, audit } = write
  const { id, version, name, phone_number, code } = body
  await requireAccount(db, who, { id })
  const before = requireFound(
    await userTable.lock(db, id, userInScope(scopeOf(who))),
    'user-not-found',
  )
  if (version !== undefined && version !== before.version) throw new Problem('changed-meanwhile')
  if (before.status !== 1) throw new Problem('user-not-active')
  const email = body.email === before.email ? undefined : body.email
  const invited = await findInvitation(db, id)
  if (email !== undefined) {
    if (!invited) throw refusedEmail('user-email-fixed')
    await requireNotOutranked(db, who, id)
    await requireNotOutrankedByDelegation(db, who, id)
    // The reader of the new mailbox receives the invitation, and with it the profiles of the account.
    if (await holdsProfiles(db, id)) refuseDelegatedGrant(who, users.userUpdate)
  }
  const company_id = await boundTo(db, who, body)
  const requested = { ...before, name, phone_number, code, ...(email !== undefined && { email }) }
  const owner = email === undefined ? undefined : await findByEmail(db, who, email)
  if (owner && !owner.seen) {
    await inviteOwnerInstead(write, before, owner, parts)
    audit({ target: `user:${id}`, before: auditRow(before), after: auditRow(requested) })
    return {}
  }
  if (owner) throw refusedEmail('user-email-in-use')
  const after = await userTable.update(db, before, {
    name,
    phone_number,
    code,
    company_id,
    // An unchanged key column is not part of the UPDATE. Otherwise the UPDATE would lock the row more strongly and
    // block foreign-key checks.
    email,
    federated: email === undefined ? undefined : await isFederated(db, email),
  })
  audit({ target: `user:${id}`, before: auditRow(before), after: auditRow(after) })
  if (email !== undefined)
    await correctEmail(write, { id, name, email, previousEmail: before.email }, parts)
  // Before the first access, no codes are sent to a phone, so no notice is needed.
  if (!invited && before.phone_number !== phone_number)
    await enqueueBulk(db, parts.keyring, {
      messages: [
        reportable(phoneChangedNotice(after, phone_number), parts, {
          userId: id,
          notice: 'phone-changed',
          now: parts.clock.now(),
        }),
      ],
    })
  return {}
}

const refusedEmail = (code: 'user-email-fixed' | 'user-email-in-use'): Problem =>
  new Problem(code, { fields: { email: new Problem(code).message } })

interface Correction {
  id: number
  name: string
  email: string
  previousEmail: string
}

/**
 * Invites the user at the new address. Invalidates the temporary password and the invitations that were sent to the
 * previous one.
 */
async function correctEmail(
  { db, who }: Write,
  { id, name, email, previousEmail }: Correction,
  { clock, keyring }: CreationParts,
): Promise<void> {
  await dropTemporaryPassword(db, id, clock.now())
  // The owner of the previous address must not accept these invitations.
  await dropInvitationsOf(db, id)
  const companies = await findCompaniesOf(db, scopeOf(who), id)
  await invite(db, keyring, { userId: id, to: email, companies: companies.map((one) => one.id) })
  await enqueueBulk(db, keyring, { messages: [emailChangedNotice({ name, email: previousEmail })] })
}

type Locked = NonNullable<Awaited<ReturnType<typeof userTable.lock>>>

/**
 * Corrects an e-mail to that of an account out of the caller's scope. Invites the owner of that account, and deletes
 * the account with the mistyped e-mail. The response is the same as for other corrections (rulings §10).
 */
async function inviteOwnerInstead(
  { db, who }: Write,
  mistyped: Locked,
  owner: NonNullable<Awaited<ReturnType<typeof findByEmail>>>,
  parts: CreationParts,
): Promise<void> {
  const companies = await findCompaniesOf(db, scopeOf(who), mistyped.id)
  const ids = companies.map((one) => one.id)
  if (ids.length > 0) await inviteToCompanies(db, who, owner, ids, parts)
  await dropTemporaryPassword(db, mistyped.id, parts.clock.now())
  await userTable.update(db, mistyped, { status: 0 })
  await enqueueBulk(db, parts.keyring, { messages: [emailChangedNotice(mistyped)] })
}

/**
 * Returns the company to which the user is to be bound, if the caller may set it. Undefined leaves the company
 * unchanged.
 */
async function boundTo(db: Db, who: Principal, { id, accredit_id }: Changes) {
  if (accredit_id === undefined) return undefined
  if (!isAdministrator(who)) {
    if (accredit_id === 0 || accredit_id === who.place?.companyId) return undefined
    throw new Problem('company-not-found')
  }
  if (accredit_id !== 0 && !(await worksFor(db, id, accredit_id)))
    throw new Problem('company-not-found')
  return accredit_id || null
}
