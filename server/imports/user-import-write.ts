import { sql } from 'kysely'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Db } from '../database/database.ts'
import { type BulkInvitation, type BulkMessage, enqueueBulk } from '../outbox/bulk-mail.ts'
import { inviteToCompanies } from '../users/company-invitation-service.ts'
import { invitingWords } from '../users/inviting.ts'
import { newRoleNotices } from '../user-profiles/role-notices.ts'
import { insertUserProfiles } from '../user-profiles/user-profile-queries.ts'
import { inChunks } from './chunks.ts'
import type { RowUpdate, AppliedRow, RowInsert } from './import-rules.ts'
import { findFederated } from './user-import-queries.ts'
import type { UserImportParts, UserValues } from './user-import-values.ts'

/** So many profiles are given in one statement: each counts the seats that are taken, which may be many. */
const givenAtOnce = 250

interface Made {
  id: number
  version: number
  email: string
}

/** Makes the people of a file with all that its lines give them, and invites them; fewer where somebody was faster. */
export async function insertPeople(
  db: Db,
  inserts: readonly RowInsert<UserValues>[],
  parts: UserImportParts,
): Promise<AppliedRow[]> {
  const lines = Map.groupBy(inserts, ({ values }) => values.email)
  const made = new Map(
    (
      await insertUsers(
        db,
        [...lines.values()].flatMap(([first]) => first?.values ?? []),
      )
    ).map((person) => [person.email, person]),
  )
  const strangers = [...lines.values()].filter(([first]) => first?.values.unseen)
  if (made.size + strangers.length < lines.size) return []
  // In one order: of two who ask the same people at once, neither waits for the other in a circle.
  const inTurn = strangers.toSorted(
    (a, b) => (a[0]?.values.unseen?.id ?? 0) - (b[0]?.values.unseen?.id ?? 0),
  )
  const messages: BulkMessage[] = []
  const send = (message: BulkMessage) => void messages.push(message)
  for (const invited of inTurn) await inviteStranger(db, invited, { ...parts, send })
  const own = inserts.flatMap(({ values }) => {
    const person = made.get(values.email)
    return person ? [{ id: person.id, values }] : []
  })
  await insertLinks(db, own)
  await give(db, own, parts)
  const invitations = await invitationsOf([...made.values()], { lines, parts })
  await enqueueBulk(db, parts.keyring, { messages, invitations })
  return inserts.map(({ line, values }) => doneOf(line, values, made.get(values.email)))
}

/** Gives people who are there what they lack. */
export async function updatePeople(
  db: Db,
  changes: readonly RowUpdate<UserValues>[],
  parts: UserImportParts,
): Promise<AppliedRow[]> {
  const own = changes.map(({ before: { id }, values }) => ({ id, values }))
  await insertLinks(db, own)
  const come = await give(db, own, parts)
  await enqueueBulk(db, parts.keyring, { messages: await newRoleNotices(db, come) })
  return changes.map(({ line, before, values }) => ({
    line,
    before,
    after: { ...before, email: values.email, ...gainsOf(values) },
  }))
}

interface Person {
  id: number
  values: UserValues
}

async function insertUsers(db: Db, people: readonly UserValues[]): Promise<Made[]> {
  const fresh = people.filter(({ unseen }) => !unseen)
  const federated = await findFederated(
    db,
    fresh.map(({ email }) => email),
  )
  // In the order of their key: two who import the same wait for each other, and not each for the other.
  const inOrder = fresh.toSorted((a, b) => (a.email < b.email ? -1 : 1))
  return inChunks(inOrder, async (part) => {
    const values = part.map(({ email, newcomer }) => ({
      ...newcomer,
      email,
      federated: federated.has(email),
    }))
    const { rows } = await sql<Made>`
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
  await inChunks(links, async (part) => {
    await sql`insert into user_companies (user_id, company_id)
      select user_id, company_id from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as link(user_id integer, company_id integer)
      order by 1, 2 on conflict do nothing`.execute(db)
    return []
  })
}

function give(db: Db, people: readonly Person[], { who }: UserImportParts): Promise<UserProfile[]> {
  const rows = people.flatMap(({ id, values: { company, profile, spid } }) =>
    company && profile
      ? [{ user_id: id, profile_id: profile.id, company_id: company.id, spid }]
      : [],
  )
  return inChunks(rows, (part) => insertUserProfiles(db, part, who.userId), givenAtOnce)
}

interface Inviting {
  lines: ReadonlyMap<string, readonly RowInsert<UserValues>[]>
  parts: UserImportParts
}

/**
 * The invitations of people who were made. One whom a file makes, takes back and makes again is not mailed for ever: then
 * nothing leaves until the invitation is sent again from their page, within the bounds of that.
 */
async function invitationsOf(
  made: readonly Made[],
  { lines, parts }: Inviting,
): Promise<BulkInvitation[]> {
  const mailed = await parts.attempts.spendOfAllInvited(made.map(({ email }) => email))
  return made
    .filter(({ email }) => mailed.has(email))
    .map(({ id, email }) => {
      const companies = lines.get(email)?.flatMap(({ values }) => values.company?.name ?? []) ?? []
      const inviting = invitingWords([...new Set(companies)].toSorted())
      return { userId: id, to: email, inviting }
    })
}

/** Who has an account that the maker doesn't see is asked first; what the lines give is given when they are imported again. */
async function inviteStranger(
  db: Db,
  lines: readonly RowInsert<UserValues>[],
  parts: UserImportParts & { send: (message: BulkMessage) => void },
): Promise<void> {
  const [unseen] = lines.flatMap(({ values }) => values.unseen ?? [])
  const companies = lines.flatMap(({ values }) => values.company?.id ?? [])
  if (unseen) await inviteToCompanies(db, parts.who, unseen, [...new Set(companies)], parts)
}

/** What a row gave, as the trail and an undo know it. */
const gainsOf = ({ company, links, profile, spid }: UserValues) => ({
  company_id: company?.id ?? null,
  linked: links,
  profile_id: profile?.id ?? null,
  spid: profile ? spid : null,
})

/** Who is new and whom the maker doesn't see read alike, but for what an undo needs. */
function doneOf(line: number, values: UserValues, person: Made | undefined): AppliedRow {
  const { email, newcomer } = values
  return {
    line,
    before: person ? null : { id: 0, version: 0 },
    after: {
      id: person?.id ?? 0,
      version: person?.version ?? 0,
      email,
      name: newcomer?.name ?? null,
      phone_number: newcomer?.phone_number ?? null,
      code: newcomer?.code ?? null,
      ...gainsOf(values),
    },
  }
}
