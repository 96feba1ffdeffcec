import { companyInvitationPath } from '../../contract/company-invitations.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { Attempts } from '../attempts/attempts.ts'
import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import { requireFound, type Write } from '../binder/record.ts'
import { insertLinks } from '../companies/company-user-queries.ts'
import type { Db } from '../database/database.ts'
import { companyInvitationMessage } from '../outbox/message-templates.ts'
import { enqueueMessage, type Message } from '../outbox/outbox-queries.ts'
import { after, days } from '../shared/clock.ts'
import {
  declineInvitation,
  insertInvitations,
  listInvitations,
  takeInvitation,
  unbindFromOthers,
} from './company-invitation-queries.ts'
import { invitingWords } from './inviting.ts'
import type { CreationParts } from './user-creation.ts'
import { findNames } from './user-queries.ts'

/** How long an invitation can be accepted; the mail says so. */
const invitationLifetime = days(7)

const missing: ProblemCode = 'invitation-not-found'

interface Invited {
  id: number
  name: string
  email: string
  status: number
  suspended: boolean
}

/**
 * Invites somebody who has an account to companies, by a mail that says nothing the maker typed; false where all of these
 * companies invited them already. Who can't enter gets no mail, nor does whoever gets many: neither is told. `send` says how the mail goes, if not at once.
 */
export async function inviteToCompanies(
  db: Db,
  who: Principal,
  person: Invited,
  companies: readonly number[],
  {
    clock,
    keyring,
    publicUrl,
    attempts,
    send = (message) => enqueueMessage(db, keyring, message),
  }: CreationParts & { send?: (message: Message) => Promise<void> | void },
): Promise<boolean> {
  const now = clock.now()
  const invited = await insertInvitations(db, {
    userId: person.id,
    companies,
    by: who.userId,
    now,
    expiresAt: after(now, invitationLifetime),
  })
  if (invited.length === 0) return false
  const enters = person.status === 1 && !person.suspended
  if (enters && (await mayBeMailed(attempts, person.email))) {
    const message = companyInvitationMessage({
      to: person.email,
      name: person.name,
      company: invitingWords(await findNames(db, invited)),
      link: `${publicUrl}${companyInvitationPath}`,
    })
    await send(message)
  }
  return true
}

/** Whether this person may be sent one more invitation within the hour. */
async function mayBeMailed(attempts: Attempts, email: string): Promise<boolean> {
  try {
    await attempts.spendOfInvited(email)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-requests') return false
    throw error
  }
}

/** The companies that invite the bearer. */
export async function readInvitations(db: Db, { userId }: Principal, now: Date) {
  const rows = await listInvitations(db, userId, now)
  return {
    invitations: rows.map(({ company_id, name, document, ...invitation }) => ({
      ...invitation,
      company: { id: company_id, name, document },
    })),
  }
}

/** The bearer works for the company from now on. */
export async function acceptInvitation({ db, who, audit }: Write, id: number, now: Date) {
  const { userId } = who
  const company = requireFound(await takeInvitation(db, { id, userId, now }), missing)
  await insertLinks(db, userId, [company])
  await unbindFromOthers(db, userId, company)
  audit({ target: `user:${userId}`, after: { company_id: [company] } })
  return {}
}

export async function refuseInvitation({ db, who, audit }: Write, id: number, now: Date) {
  const { userId } = who
  const company = requireFound(await declineInvitation(db, { id, userId, now }), missing)
  audit({ target: `user:${userId}`, after: { company_id: [company] } })
  return {}
}
