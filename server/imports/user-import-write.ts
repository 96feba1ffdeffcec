import { sql } from 'kysely'
import { hasPeriod } from '../../contract/assignment-periods.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Db } from '../database/database.ts'
import { type BulkInvitation, type BulkMessage, enqueueBulk } from '../outbox/bulk-mail.ts'
import { inviteToCompanies } from '../users/company-invitation-service.ts'
import { invitingWords } from '../users/inviting.ts'
import { newRoleNotices } from '../user-profiles/role-notices.ts'
import { insertUserProfiles, updatePeriods } from '../user-profiles/user-profile-queries.ts'
import { inChunks } from './chunks.ts'
import type { RowUpdate, AppliedRow, RowInsert } from './import-rules.ts'
import { findFederated } from './user-import-queries.ts'
import { storedPeriod, type UserImportParts, type UserValues } from './user-import-values.ts'

/** Maximum number of profiles per statement. The database counts the seats in use for each profile. */
const maxAssignments = 250

interface CreatedUser {
  id: number
  version: number
  email: string
}

/**
 * Creates and invites the new users of a file, and assigns what their rows name. If a user was created concurrently,
 * returns no rows.
 */
export async function insertPeople(
  db: Db,
  inserts: readonly RowInsert<UserValues>[],
  parts: UserImportParts,
): Promise<AppliedRow[]> {
  const lines = Map.groupBy(inserts, ({ values }) => values.email)
  const created = new Map(
    (
      await insertUsers(
        db,
        [...lines.values()].flatMap(([first]) => first?.values ?? []),
      )
    ).map((person) => [person.email, person]),
  )
  const hiddenUsers = [...lines.values()].filter(([first]) => first?.values.hidden)
  if (created.size + hiddenUsers.length < lines.size) return []
  // Ordered by user id, so that concurrent imports cannot deadlock.
  const inOrder = hiddenUsers.toSorted(
    (a, b) => (a[0]?.values.hidden?.id ?? 0) - (b[0]?.values.hidden?.id ?? 0),
  )
  const messages: BulkMessage[] = []
  const send = (message: BulkMessage) => void messages.push(message)
  for (const invited of inOrder) await inviteHiddenUser(db, invited, { ...parts, send })
  const own = inserts.flatMap(({ values }) => {
    const person = created.get(values.email)
    return person ? [{ id: person.id, values }] : []
  })
  await insertLinks(db, own)
  await assignProfiles(db, own, parts)
  const invitations = await invitationsOf([...created.values()], { lines, parts })
  await enqueueBulk(db, parts.keyring, { messages, invitations })
  return inserts.map(({ line, values }) => appliedInsert(line, values, created.get(values.email)))
}

/**
 * Assigns missing company links and profiles to existing users, and replaces periods. If an assignment whose period
 * changes was removed concurrently, returns no rows.
 */
export async function updatePeople(
  db: Db,
  changes: readonly RowUpdate<UserValues>[],
  parts: UserImportParts,
): Promise<AppliedRow[]> {
  const own = changes.map(({ before: { id }, values }) => ({ id, values }))
  await insertLinks(db, own)
  const assigned = await assignProfiles(db, own, parts)
  const kept = changes.flatMap(({ values }) => values.replaced?.assignment ?? [])
  const replaced = await inChunks(kept, (chunk) => updatePeriods(db, chunk), maxAssignments)
  if (replaced.length < kept.length) return []
  await enqueueBulk(db, parts.keyring, { messages: await newRoleNotices(db, assigned) })
  return changes.map(({ line, before, values }) => ({
    line,
    before,
    after: { ...before, email: values.email, ...assignedBy(values) },
  }))
}

interface Person {
  id: number
  values: UserValues
}

async function insertUsers(db: Db, people: readonly UserValues[]): Promise<CreatedUser[]> {
  const newUsers = people.filter(({ hidden }) => !hidden)
  const federated = await findFederated(
    db,
    newUsers.map(({ email }) => email),
  )
  // Ordered by key, so that concurrent imports of the same rows cannot deadlock.
  const inOrder = newUsers.toSorted((a, b) => (a.email < b.email ? -1 : 1))
  return inChunks(inOrder, async (chunk) => {
    const values = chunk.map(({ email, invitee }) => ({
      ...invitee,
      email,
      federated: federated.has(email),
    }))
    const { rows } = await sql<CreatedUser>`
      insert into users (name, email, phone_number, code, company_id, federated)
      select name, email, phone_number, code, company_id, federated from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as new(name text, email text, phone_number text, code text, company_id integer, federated boolean)
      on conflict on constraint users_email_key do nothing
      returning id, version, email`.execute(db)
    return rows
  })
}

async function insertLinks(db: Db, people: readonly Person[]): Promise<void> {
  const links = people.flatMap(({ id, values: { links: isNew, company } }) =>
    isNew && company ? [{ user_id: id, company_id: company.id }] : [],
  )
  await inChunks(links, async (chunk) => {
    await sql`insert into user_companies (user_id, company_id)
      select user_id, company_id from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as link(user_id integer, company_id integer)
      order by 1, 2 on conflict do nothing`.execute(db)
    return []
  })
}

function assignProfiles(
  db: Db,
  people: readonly Person[],
  { who, now }: UserImportParts,
): Promise<UserProfile[]> {
  const rows = people.flatMap(({ id, values: { company, profile, spid, period } }) =>
    company && profile
      ? [{ user_id: id, profile_id: profile.id, company_id: company.id, spid, ...period }]
      : [],
  )
  return inChunks(
    rows,
    (chunk) => insertUserProfiles(db, chunk, { by: who.userId, now }),
    maxAssignments,
  )
}

interface InvitationContext {
  lines: ReadonlyMap<string, readonly RowInsert<UserValues>[]>
  parts: UserImportParts
}

/**
 * Returns the invitations of created users within the hourly limit, so that repeated imports and undos do not send
 * unlimited mail. Users beyond the limit can be invited on their page, which has a limit of its own.
 */
async function invitationsOf(
  created: readonly CreatedUser[],
  { lines, parts }: InvitationContext,
): Promise<BulkInvitation[]> {
  const mailed = await parts.rateLimiter.consumeForInvitees(created.map(({ email }) => email))
  return created
    .filter(({ email }) => mailed.has(email))
    .map(({ id, email }) => {
      const companies = lines.get(email)?.flatMap(({ values }) => values.company?.name ?? []) ?? []
      const inviting = invitingWords([...new Set(companies)].toSorted())
      return { userId: id, to: email, inviting }
    })
}

/**
 * Invites an existing user outside the importer's scope to the companies. The rows assign nothing now. The user gets
 * the profiles if the file is imported again after the invitation was accepted.
 */
async function inviteHiddenUser(
  db: Db,
  lines: readonly RowInsert<UserValues>[],
  parts: UserImportParts & { send: (message: BulkMessage) => void },
): Promise<void> {
  const [hidden] = lines.flatMap(({ values }) => values.hidden ?? [])
  const companies = lines.flatMap(({ values }) => values.company?.id ?? [])
  if (hidden) await inviteToCompanies(db, parts.who, hidden, [...new Set(companies)], parts)
}

/** Returns what a row assigned, for the audit log and undo. */
const assignedBy = ({ company, links, profile, spid, period, replaced }: UserValues) => ({
  company_id: company?.id ?? null,
  linked: links,
  profile_id: profile?.id ?? replaced?.assignment.profile_id ?? null,
  spid: profile || replaced ? spid : null,
  ...(hasPeriod(period) && (profile || replaced) && { period: storedPeriod(period) }),
  ...(replaced && { replaced: replaced.before }),
})

/** Returns the same result for a new and for a hidden user, except for the id and version that undo needs. */
function appliedInsert(
  line: number,
  values: UserValues,
  person: CreatedUser | undefined,
): AppliedRow {
  const { email, invitee } = values
  return {
    line,
    before: person ? null : { id: 0, version: 0 },
    after: {
      id: person?.id ?? 0,
      version: person?.version ?? 0,
      email,
      name: invitee?.name ?? null,
      phone_number: invitee?.phone_number ?? null,
      code: invitee?.code ?? null,
      ...assignedBy(values),
    },
  }
}
