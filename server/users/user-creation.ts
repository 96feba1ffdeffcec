import type { BodyOf } from '../../contract/endpoint.ts'
import type { users } from '../../contract/users.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Write } from '../pipeline/record.ts'
import { findVisible } from '../companies/company-queries.ts'
import { insertLinks } from '../companies/company-user-queries.ts'
import type { Db } from '../database/database.ts'
import { isAdministrator, scopeOf } from '../scope/scope.ts'
import { inviteToCompanies } from './company-invitation-service.ts'
import { invite } from './inviting.ts'
import { findByEmail, insertUser } from './user-queries.ts'
import { isFederated, type UserParts } from './user-service.ts'

type New = Omit<BodyOf<typeof users.userCreate>, 'profiles'>

export interface CreationParts extends UserParts {
  rateLimiter: RateLimiter
  publicUrl: string
}

/**
 * Creates and invites a user. If an account out of the caller's scope has the e-mail, that account is invited instead.
 * The response and the audit event are the same in both cases, so that the caller cannot detect existing accounts
 * (rulings §10).
 */
export async function createUser(write: Write, body: New, parts: CreationParts) {
  const { db, who, audit } = write
  const { name, email, phone_number, code } = body
  const companies = await companiesFor(db, who, body)
  const company_id = boundTo(who, body, companies)
  const federated = await isFederated(db, email)
  const id = await insertUser(db, { name, email, phone_number, code, company_id, federated })
  if (id === undefined) await inviteExisting(write, email, companies, parts)
  else {
    await insertLinks(db, id, companies)
    await invite(db, parts.keyring, { userId: id, to: email, companies })
  }
  audit({
    target: `email:${email}`,
    after: { name, email, phone_number, code, company_id: companies },
  })
  return {}
}

async function inviteExisting(
  { db, who }: Write,
  email: string,
  companies: readonly number[],
  parts: CreationParts,
): Promise<void> {
  const person = await findByEmail(db, who, email)
  // The creation is refused if the account is in scope, or this company has already invited it. A repeated creation of
  // a new account is refused in the same way.
  const invited =
    person && !person.seen && (await inviteToCompanies(db, who, person, companies, parts))
  if (!invited)
    throw new Problem('user-email-in-use', {
      fields: { email: new Problem('user-email-in-use').message },
    })
}

/** Returns the requested companies, or the caller's own if none is requested. Throws unless all are in scope. */
async function companiesFor(db: Db, who: Principal, { company_id }: New): Promise<number[]> {
  const own = who.place?.companyId
  const requested = new Set(
    company_id.length === 0 && !isAdministrator(who) && own !== undefined ? [own] : company_id,
  )
  if (requested.size === 0)
    throw new Problem('invalid-input', {
      fields: { company_id: 'Selecione pelo menos uma empresa!' },
    })
  const visible = await findVisible(db, scopeOf(who), [...requested])
  if (visible.length < requested.size) throw new Problem('company-not-found')
  return visible
}

/** Returns the company to which the new user is bound: the caller's, or the company that an administrator requests. */
function boundTo(who: Principal, { accredit_id }: New, companies: readonly number[]) {
  if (!isAdministrator(who)) {
    const own = who.place?.companyId ?? null
    if (accredit_id !== undefined && accredit_id !== 0 && accredit_id !== own)
      throw new Problem('company-not-found')
    return own
  }
  const bound = accredit_id || null
  if (bound !== null && !companies.includes(bound)) throw new Problem('company-not-found')
  return bound
}
