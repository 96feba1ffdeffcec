import type { z } from 'zod'
import { hasPeriod } from '../../contract/assignment-periods.ts'
import { dayOf } from '../../contract/days.ts'
import type { importRowSchemas } from '../../contract/import-rows.ts'
import { sameSpid } from '../../contract/spids.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Db } from '../database/database.ts'
import { isAdministrator, scopeOf } from '../scope/scope.ts'
import { type DutyCheck, readDuties } from '../separation-rules/duty-check.ts'
import type { AssignmentState } from '../user-profiles/assignment-queries.ts'
import type { Refusal } from './import-rules.ts'
import { findProfiles, type FoundProfile } from './profile-lookup.ts'
import { SeatCount } from './seat-count.ts'
import {
  findCompanies,
  findFacts,
  findPeople,
  findSeats,
  type FoundCompany,
  type FoundPerson,
  lockLinks,
} from './user-import-queries.ts'
import type { Invitee, UserImportParts } from './user-import-values.ts'

export type UserRow = z.output<typeof importRowSchemas.users>

/** The records that a row refers to, and a refusal for each record that was not found. */
export interface RowReferences {
  company: FoundCompany | undefined
  profile: FoundProfile | undefined
  spid: string | null
  refusals: readonly Refusal[]
}

/** Data that is read for a whole file before its rows are validated. */
export interface Lookup {
  people: ReadonlyMap<string, FoundPerson>
  references: ReadonlyMap<UserRow, RowReferences>
  /** Keys are those of `keyOf`. */
  facts: ReadonlyMap<string, AssignmentState>
  invitees: ReadonlyMap<string, Invitee>
  seats: SeatCount
  duties: DutyCheck
  /** Day in São Paulo, as YYYY-MM-DD. */
  today: string
  /** E-mails that the rows validated so far invite, and pairs of e-mail and company that they link. */
  invited: Set<string>
  linked: Set<string>
}

/** Reads the data for all rows. The number of statements does not depend on the number of rows. */
export async function lookUpRows(
  db: Db,
  rows: readonly UserRow[],
  { who, now, lock }: UserImportParts & { lock: boolean },
): Promise<Lookup> {
  const emails = [...new Set(rows.map(({ email }) => email))]
  const people = await findPeople(db, who, emails, { lock, now })
  if (lock)
    await lockLinks(
      db,
      [...people.values()].flatMap(({ id, visible }) => (visible ? [id] : [])),
    )
  const documents = rows.flatMap(({ document }) => document ?? [])
  const { byDocument, own } = await findCompanies(db, who, [...new Set(documents)])
  const companyOf = ({ document }: UserRow) =>
    document === undefined ? own : byDocument.get(document)
  const findProfile = await findProfiles(
    db,
    who,
    Array.from(byDocument.values(), ({ id }) => id),
  )
  const references = new Map(
    rows.map((row) => [row, resolveReferences(row, companyOf(row), findProfile)]),
  )
  const places = [...references.values()].flatMap(({ company, profile }) =>
    company && profile ? [{ company_id: company.id, module_id: profile.module_id }] : [],
  )
  const seats = new SeatCount(await findSeats(db, places, { lock }))
  const requested = Array.from(references, ([{ email }, names]) =>
    requestedProfile(people.get(email), names),
  )
  const assignments = requested.filter((each) => each !== undefined)
  const facts = await findFacts(db, who, assignments, now)
  const inviteeRows = rows.filter(({ email }) => !people.get(email)?.visible)
  const companyIdOf = (each: UserRow) => (isAdministrator(who) ? companyOf(each) : own)?.id
  const invitees = mergeInvitees(inviteeRows, companyIdOf)
  const today = dayOf(now)
  return {
    people,
    references,
    facts,
    invitees,
    seats,
    duties: await readDuties(db, scopeOf(who), assignments),
    today,
    invited: new Set(),
    linked: new Set(),
  }
}

function resolveReferences(
  { document, spid, service, module, profile: typed, ...period }: UserRow,
  company: FoundCompany | undefined,
  findProfile: Awaited<ReturnType<typeof findProfiles>>,
): RowReferences {
  const refusals: Refusal[] = []
  if (document !== undefined && !company)
    refusals.push({ column: 'document', sentence: 'Empresa não encontrada.' })
  const ofProfile = [spid, service, module].some((cell) => cell !== undefined)
  if (typed === undefined && (ofProfile || hasPeriod(period)))
    refusals.push({ column: 'profile', sentence: 'Informe o perfil.' })
  const found =
    typed !== undefined && company
      ? findProfile({ service, module, profile: typed }, company.id)
      : undefined
  if (found && 'sentence' in found) refusals.push(found)
  const known = company?.spids.find((each) => spid !== undefined && sameSpid(each, spid))
  return {
    company,
    profile: found && !('sentence' in found) ? found : undefined,
    spid: known ?? spid ?? null,
    refusals,
  }
}

/**
 * Returns the assignment that a row requests. Its user id is 0 if the user does not exist or is not visible to the
 * importer.
 */
export function requestedProfile(
  person: FoundPerson | undefined,
  { company, profile, spid }: RowReferences,
): UserProfile | undefined {
  if (!company || !profile) return undefined
  const user_id = person?.visible ? person.id : 0
  return { user_id, profile_id: profile.id, company_id: company.id, spid }
}

/**
 * Merges the rows of each invitee. Takes the first value of each field. Takes the company only if all rows have the
 * same one.
 */
function mergeInvitees(
  rows: readonly UserRow[],
  companyIdOf: (row: UserRow) => number | undefined,
): Map<string, Invitee> {
  const invitees = new Map<string, Invitee>()
  for (const [email, lines] of Map.groupBy(rows, (row) => row.email)) {
    const companies = new Set(lines.map((line) => companyIdOf(line)))
    const [company] = companies
    invitees.set(email, {
      name: lines.find(({ name }) => name)?.name,
      phone_number: lines.find((line) => line.phone_number)?.phone_number,
      code: lines.find(({ code }) => code)?.code ?? undefined,
      company_id: (companies.size === 1 && company) || null,
    })
  }
  return invitees
}
