import { companyInvitationPath } from '../../contract/company-invitations.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
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

/** Lifetime of an invitation. The mail states it. */
const invitationLifetime = days(7)

const missing: ProblemCode = 'invitation-not-found'

interface Invited {
  id: number
  name: string
  email: string
  active: boolean
  suspended: boolean
}

/**
 * Invites an existing user to companies, by a mail without any text of the inviter. Returns false if all of these
 * companies have already invited the user. Blocked or deleted users, and users at the mail limit, receive no mail,
 * which the response does not reveal. `send` replaces enqueueing.
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
    rateLimiter,
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
  const canSignIn = person.active && !person.suspended
  if (canSignIn && (await mayBeMailed(rateLimiter, person.email))) {
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

/** Counts one invitation mail for the user's hourly limit. Returns false if the limit is reached. */
async function mayBeMailed(rateLimiter: RateLimiter, email: string): Promise<boolean> {
  try {
    await rateLimiter.consumeForInvitee(email)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-requests') return false
    throw error
  }
}

/** Returns the invitations of the caller. */
export async function readInvitations(db: Db, { userId }: Principal, now: Date) {
  const rows = await listInvitations(db, userId, now)
  return {
    invitations: rows.map(({ company_id, name, document, ...invitation }) => ({
      ...invitation,
      company: { id: company_id, name, document },
    })),
  }
}

/** Accepts an invitation and links the caller to the company. */
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
