import type { z } from 'zod'
import type { importRowSchemas } from '../../contract/import-rows.ts'
import { sameSpid } from '../../contract/spids.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Db } from '../database/database.ts'
import { isAdministrator } from '../scope/scope.ts'
import type { WantedRow } from '../user-profiles/wanted-queries.ts'
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
  keepLinksOf,
} from './user-import-queries.ts'
import type { Newcomer, UserImportParts } from './user-import-values.ts'

export type UserRow = z.output<typeof importRowSchemas.users>

/** What a row names: what there is of it, and what there is not. */
export interface Named {
  company: FoundCompany | undefined
  profile: FoundProfile | undefined
  spid: string | null
  refusals: readonly Refusal[]
}

/** All that is known of the rows of a file before any of them is judged. */
export interface Known {
  people: ReadonlyMap<string, FoundPerson>
  named: ReadonlyMap<UserRow, Named>
  /** By `keyOf`. */
  facts: ReadonlyMap<string, WantedRow>
  newcomers: ReadonlyMap<string, Newcomer>
  seats: SeatCount
  /** E-mails that are invited by the rows judged so far, and pairs of e-mail and company that they link. */
  invited: Set<string>
  linked: Set<string>
}

/** A fixed number of statements, however many rows. */
export async function lookUp(
  db: Db,
  rows: readonly UserRow[],
  { who, now, lock }: UserImportParts & { lock: boolean },
): Promise<Known> {
  const emails = [...new Set(rows.map(({ email }) => email))]
  const people = await findPeople(db, who, emails, { lock, now })
  if (lock)
    await keepLinksOf(
      db,
      [...people.values()].flatMap(({ id, seen }) => (seen ? [id] : [])),
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
  const named = new Map(rows.map((row) => [row, resolve(row, companyOf(row), findProfile)]))
  const places = [...named.values()].flatMap(({ company, profile }) =>
    company && profile ? [{ company_id: company.id, module_id: profile.module_id }] : [],
  )
  const seats = new SeatCount(await findSeats(db, places, { lock }))
  const wanted = Array.from(named, ([{ email }, names]) => wantedOf(people.get(email), names))
  const facts = await findFacts(
    db,
    who,
    wanted.filter((each) => each !== undefined),
  )
  const strangers = rows.filter(({ email }) => !people.get(email)?.seen)
  const boundTo = (each: UserRow) => (isAdministrator(who) ? companyOf(each) : own)?.id
  const newcomers = gather(strangers, boundTo)
  return { people, named, facts, newcomers, seats, invited: new Set(), linked: new Set() }
}

function resolve(
  { document, spid, service, module, profile: typed }: UserRow,
  company: FoundCompany | undefined,
  findProfile: Awaited<ReturnType<typeof findProfiles>>,
): Named {
  const refusals: Refusal[] = []
  if (document !== undefined && !company)
    refusals.push({ column: 'document', sentence: 'Empresa não encontrada.' })
  if (typed === undefined && [spid, service, module].some((cell) => cell !== undefined))
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

/** The user-profile that a row asks for; of nobody's where the person isn't there or isn't seen. */
export function wantedOf(
  person: FoundPerson | undefined,
  { company, profile, spid }: Named,
): UserProfile | undefined {
  if (!company || !profile) return undefined
  const user_id = person?.seen ? person.id : 0
  return { user_id, profile_id: profile.id, company_id: company.id, spid }
}

/** What the lines of each newcomer say together: whichever says something, and the company if it is one. */
function gather(
  rows: readonly UserRow[],
  boundTo: (row: UserRow) => number | undefined,
): Map<string, Newcomer> {
  const newcomers = new Map<string, Newcomer>()
  for (const [email, lines] of Map.groupBy(rows, (row) => row.email)) {
    const companies = new Set(lines.map((line) => boundTo(line)))
    const [company] = companies
    newcomers.set(email, {
      name: lines.find(({ name }) => name)?.name,
      phone_number: lines.find((line) => line.phone_number)?.phone_number,
      code: lines.find(({ code }) => code)?.code ?? undefined,
      company_id: (companies.size === 1 && company) || null,
    })
  }
  return newcomers
}
