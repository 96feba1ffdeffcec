import { sql } from 'kysely'
import { asciiDomain } from '../../contract/email-shape.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { domainOf } from '../federation/identity-providers.ts'
import { spellingsOf } from '../federation/provider-queries.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { companyOf, scopeOf } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { findAssignments, type AssignmentState } from '../user-profiles/assignment-queries.ts'

/** A user whose e-mail is in the file, visible to the importer or not. */
export interface FoundPerson {
  id: number
  version: number
  name: string
  email: string
  phone_number: string | null
  code: string | null
  active: boolean
  suspended: boolean
  visible: boolean
  /** Companies that the user is linked to. */
  companies: number[]
  /** Companies whose invitation of the user is pending or was declined. */
  invited_by: number[]
}

export interface FoundCompany {
  id: number
  name: string
  document: string
  active: boolean
  spids: string[]
}

/**
 * Finds users by e-mail. `lock` locks them until the transaction ends, only FOR KEY SHARE: a stronger lock would block
 * sign-ins of these users, which update `users`, during the whole import.
 */
export async function findPeople(
  db: Db,
  who: Principal,
  emails: readonly string[],
  { lock, now }: { lock: boolean; now: Date },
): Promise<Map<string, FoundPerson>> {
  if (lock)
    await sql`select from users where email = any (${emails}::text[]) order by id for key share`.execute(
      db,
    )
  const { rows } = await sql<FoundPerson>`
    select users.id, users.version, users.name, users.email, users.phone_number, users.code, users.active, users.suspended,
      ${userInScope(scopeOf(who))} as visible,
      array(select uc.company_id from user_companies uc where uc.user_id = users.id) as companies,
      array(select ci.company_id from company_invitations ci where ci.user_id = users.id and ci.expires_at > ${now}) as invited_by
    from users where users.email = any (${emails}::text[])`.execute(db)
  return new Map(rows.map((person) => [person.email, person]))
}

/** Locks the users' company links until the transaction ends (`lockUserLinks`). */
export async function lockLinks(db: Db, userIds: readonly number[]): Promise<void> {
  await sql`select from user_companies where user_id = any (${userIds}::integer[])
    order by user_id, company_id for no key update`.execute(db)
}

/** Returns the companies that the rows name and the importer sees, by CNPJ, and the importer's own company. */
export async function findCompanies(
  db: Db,
  who: Principal,
  documents: readonly string[],
): Promise<{ byDocument: Map<string, FoundCompany>; own: FoundCompany | undefined }> {
  const ownId = scopeOf(who) === 'everything' ? 0 : companyOf(who)
  const { rows } = await sql<FoundCompany>`
    select companies.id, companies.name, companies.document, companies.active,
      array(select s.spid from spids s where s.company_id = companies.id) as spids
    from companies
    where (companies.document = any (${documents}::text[]) or companies.id = ${ownId})
      and ${companyInScope(scopeOf(who), sql.ref('companies.id'))}`.execute(db)
  return {
    byDocument: new Map(rows.map((company) => [company.document, company])),
    own: rows.find(({ id }) => id === ownId),
  }
}

/** Returns those e-mails whose domain has an identity provider. */
export async function findFederated(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const domains = [...new Set(emails.map((email) => domainOf(email)))]
  const { rows } = await sql<{ email_domain: string }>`
    select email_domain from identity_providers where active and email_domain = any (${spellingsOf(domains)}::text[])`.execute(
    db,
  )
  const known = new Set(rows.map(({ email_domain }) => asciiDomain(email_domain)))
  return new Set(emails.filter((email) => known.has(domainOf(email))))
}

export const keyOf = ({ user_id, profile_id, company_id, spid }: UserProfile): string =>
  `${user_id} ${profile_id} ${company_id} ${spid ?? ''}`

/** Returns the current state of each requested assignment, with the query that a single write uses. */
export async function findFacts(
  db: Db,
  who: Principal,
  requested: readonly UserProfile[],
  now: Date,
): Promise<Map<string, AssignmentState>> {
  const distinct = new Map(requested.map((row) => [keyOf(row), row]))
  const facts = await findAssignments(db, who, [...distinct.values()], now)
  return new Map(facts.map((fact) => [keyOf(fact), fact]))
}

/** Free seats and current holders. */
export interface Seats {
  free: number
  holders: Set<number>
}

/**
 * Returns the seats of these modules in these companies, with keys of the form `company module`. `lock` blocks
 * concurrent assignments until the transaction ends (`take_seat_turns`).
 */
export async function findSeats(
  db: Db,
  places: readonly { company_id: number; module_id: number }[],
  { lock }: { lock: boolean },
): Promise<Map<string, Seats>> {
  const asked = sql`(select distinct company_id, module_id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place(company_id integer, module_id integer))`
  if (lock)
    await sql`select take_seat_turns(array_agg(company_id), array_agg(module_id)) from ${asked} as asked`.execute(
      db,
    )
  const { rows } = await sql<{ place: string; free: number; holders: number[] }>`
    select asked.company_id || ' ' || asked.module_id as place,
      coalesce(seat_limit(asked.company_id, asked.module_id), 0) - coalesce(array_length(h.holders, 1), 0) as free,
      h.holders
    from ${asked} as asked
    cross join lateral (select array(select sh.user_id from seat_holders sh
      where sh.company_id = asked.company_id and sh.module_id = asked.module_id) as holders) as h`.execute(
    db,
  )
  return new Map(
    rows.map(({ place, free, holders }) => [place, { free, holders: new Set(holders) }]),
  )
}
