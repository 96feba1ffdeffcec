import { leastTerm } from '../../contract/assignment-periods.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import type {
  GivenUserProfile,
  UserWithProfiles,
  UserProfile,
  UserProfileOffers,
} from '../../contract/user-profiles.ts'
import type { Change } from '../ui/change-list.tsx'
import {
  daysErrors,
  daysText,
  hasEnded,
  sentPeriodFor,
  takesPeriod,
  type PeriodErrors,
  type PeriodValues,
} from '../assignment-periods/assignment-period.ts'

type OfferedCompany = UserProfileOffers['companies'][number]
type AssignedProfile = UserWithProfiles['user_profiles'][number]

interface Named {
  id: number
  name: string
}

/**
 * A select option: a company, or one of its SPIDs, for which a user can hold a profile. Label: 'spid - company name -
 * document' (console.md §2).
 */
export interface Pair {
  value: string
  label: string
  company: Named
  spid: string | null
  /** Maximum term of the company, in days; null if there is none, or if profiles can only be taken there. */
  daysMax: number | null
}

/** A row of the table: a profile, the pairs for which it can be given, and the pairs for which the user has it. */
export interface ProfileRow {
  id: number
  name: string
  service: Named
  module: Named
  pairs: readonly Pair[]
  held: readonly string[]
  /** The assignments, including those that have ended, which are not in `held`. */
  assigned: readonly AssignedProfile[]
  /** Reason why the profile can only be taken; null if it can also be given. */
  note: string | null
  /** Whether the profile takes a seat. */
  active: boolean
  /** Maximum term of the profile, in days; null if there is none. */
  daysMax: number | null
}

/** Selected pairs of the changed profiles, by profile id. */
export type Chosen = ReadonlyMap<number, readonly string[]>

/** Encodes a pair as a select value. */
export const valueOf = (companyId: number, spid: string | null): string =>
  `${companyId}|${spid ?? ''}`

/** Returns the pairs of a company: one for the whole company, and one for each SPID. */
function pairsOf({ id, name, document, spids, assignment_days_max }: OfferedCompany): Pair[] {
  const all = spids.length === 0 ? 'Sem SPID' : 'Todos os SPIDs'
  return [null, ...spids.map(({ spid }) => spid)].map((spid) => ({
    value: valueOf(id, spid),
    label: `${spid ?? all} - ${name} - ${maskCnpj(document)}`,
    company: { id, name },
    spid,
    daysMax: assignment_days_max,
  }))
}

/** Returns the pair of an assignment that is no longer offered. */
const heldPair = ({ company, spid }: AssignedProfile): Pair => ({
  value: valueOf(company.id, spid),
  label: `${spid ?? 'Todos os SPIDs'} - ${company.name} - ${maskCnpj(company.document)}${company.active ? '' : ' (inativa)'}`,
  company: { id: company.id, name: company.name },
  spid,
  daysMax: null,
})

/** Returns the rows of the table, held profiles first, each group ordered by service, module and name. */
export function rowsOf(
  offers: UserProfileOffers,
  { user_profiles: held }: UserWithProfiles,
): ProfileRow[] {
  const pairsByCompany = new Map(offers.companies.map((company) => [company.id, pairsOf(company)]))
  const pairsBySet = new Map<string, readonly Pair[]>()
  // Most profiles are available in the same companies, so their rows share one array.
  const pairsIn = (ids: readonly number[]): readonly Pair[] => {
    const key = ids.join()
    const known = pairsBySet.get(key) ?? ids.flatMap((id) => pairsByCompany.get(id) ?? [])
    pairsBySet.set(key, known)
    return known
  }
  const withHeld = (row: ProfileRow, all: readonly AssignedProfile[]): ProfileRow => {
    const known = new Set(row.pairs.map(({ value }) => value))
    const running = all.filter((one) => !hasEnded(one))
    const own = running.map((one) => offeredPair(pairsByCompany, one) ?? heldPair(one))
    const notOffered = own.filter(({ value }) => !known.has(value))
    return {
      ...row,
      pairs: notOffered.length > 0 ? [...notOffered, ...row.pairs] : row.pairs,
      held: own.map(({ value }) => value),
      assigned: all,
    }
  }
  const heldOf = Map.groupBy(held, ({ profile_id }) => profile_id)
  const rows = offers.profiles.map((profile): ProfileRow => {
    const { id, name, module, company_id, assignment_days_max: daysMax } = profile
    const { Service: service, ...rest } = module
    const of = { id, name, service, module: rest, note: null, active: true, daysMax }
    return withHeld(
      { ...of, pairs: pairsIn(company_id), held: [], assigned: [] },
      heldOf.get(id) ?? [],
    )
  })
  const offered = new Set(rows.map(({ id }) => id))
  for (const [id, all] of heldOf) {
    const [first] = all
    if (!first || offered.has(id)) continue
    const { name, status, module } = first.profile
    const note = status === 1 ? onlyTaken : `Perfil excluído. ${onlyTaken}`
    const of = {
      id,
      name,
      service: module.Service,
      module,
      note,
      active: status === 1,
      daysMax: null,
    }
    rows.push(withHeld({ ...of, pairs: [], held: [], assigned: [] }, all))
  }
  return rows.toSorted(
    (one, other) =>
      Number(other.held.length > 0) - Number(one.held.length > 0) ||
      one.service.name.localeCompare(other.service.name, 'pt-BR', { numeric: true }) ||
      one.module.name.localeCompare(other.module.name, 'pt-BR', { numeric: true }) ||
      one.name.localeCompare(other.name, 'pt-BR', { numeric: true }),
  )
}

const onlyTaken = 'Só pode ser retirado.'

/** Returns the pair as offered for other profiles, if profiles can be given in its company. */
const offeredPair = (
  pairsByCompany: ReadonlyMap<number, readonly Pair[]>,
  { company_id, spid }: AssignedProfile,
): Pair | undefined => pairsByCompany.get(company_id)?.find((pair) => pair.spid === spid)

/** Label of a row (console.md §2). */
export const labelOf = ({ name, service, module }: ProfileRow): string =>
  `${name} - ${service.name} - ${module.name}`

/** Selected pairs of a row. */
export const chosenOf = (row: ProfileRow, chosen: Chosen): readonly string[] =>
  chosen.get(row.id) ?? row.held

interface RowDifference {
  row: ProfileRow
  given: readonly Pair[]
  taken: readonly Pair[]
}

/** Returns the changed rows with the pairs given and taken. */
export function differencesOf(rows: readonly ProfileRow[], chosen: Chosen): RowDifference[] {
  return rows.flatMap((row) => {
    if (!chosen.has(row.id)) return []
    const [before, after] = [new Set(row.held), new Set(chosenOf(row, chosen))]
    const given = row.pairs.filter(({ value }) => after.has(value) && !before.has(value))
    const taken = row.pairs.filter(({ value }) => before.has(value) && !after.has(value))
    return given.length + taken.length > 0 ? [{ row, given, taken }] : []
  })
}

/** Days of assignments that are copied from another user, by `periodKey`. They replace the days of the fields. */
export type CopiedPeriods = ReadonlyMap<string, Pick<PeriodValues, 'begin_date' | 'end_date'>>

/** Key of an assignment in `CopiedPeriods`. */
export const periodKey = (profileId: number, value: string): string => `${profileId} ${value}`

/** Period of what a save gives: the fields, and the days that are copied. */
export interface GivenPeriod {
  values: PeriodValues
  copied: CopiedPeriods
}

const periodOf = ({ values, copied }: GivenPeriod, { id }: ProfileRow, { value }: Pair) =>
  sentPeriodFor({ profile_id: id }, { ...values, ...copied.get(periodKey(id, value)) })

/** Returns the request body, which contains only the difference. */
export function bodyOf(
  differences: readonly RowDifference[],
  userId: number,
  period: GivenPeriod,
): { taken: UserProfile[]; given: GivenUserProfile[] } {
  const rowOf = (row: ProfileRow, { company, spid }: Pair): UserProfile => ({
    user_id: userId,
    profile_id: row.id,
    company_id: company.id,
    spid,
  })
  return {
    taken: differences.flatMap(({ row, taken }) => taken.map((pair) => rowOf(row, pair))),
    given: differences.flatMap(({ row, given }) =>
      given.map((pair) => ({ ...rowOf(row, pair), ...periodOf(period, row, pair) })),
    ),
  }
}

/** Returns the maximum term of an assignment, in days; null if there is none. Profile 1 takes no period. */
export const termOf = (row: ProfileRow, pair: Pair): number | null =>
  takesPeriod({ profile_id: row.id }) ? leastTerm([row.daysMax, pair.daysMax]) : null

/** Returns the smallest maximum term of what a save gives, without copied periods. */
export const termOfGiven = (
  differences: readonly RowDifference[],
  copied: CopiedPeriods,
): number | null =>
  leastTerm(
    differences.flatMap(({ row, given }) =>
      given
        .filter(({ value }) => !copied.has(periodKey(row.id, value)))
        .map((pair) => termOf(row, pair)),
    ),
  )

/** Returns the errors in the days of what a save gives. */
export const daysErrorsOf = (
  differences: readonly RowDifference[],
  period: GivenPeriod,
): PeriodErrors =>
  Object.assign(
    {},
    ...differences.flatMap(({ row, given }) =>
      given.map((pair) => daysErrors(periodOf(period, row, pair), { daysMax: termOf(row, pair) })),
    ),
  ) as PeriodErrors

/** Describes the difference for the identity confirmation. */
export function changesOf(differences: readonly RowDifference[], period: GivenPeriod): Change[] {
  const counted = (which: 'given' | 'taken', sign: '+' | '−'): Change[] => {
    const names = differences.flatMap(({ row, [which]: pairs }) =>
      pairs.map((pair) => {
        const days = which === 'given' ? daysText(periodOf(period, row, pair)) : ''
        return `${labelOf(row)}: ${pair.label}${days && `, ${days}`}`
      }),
    )
    if (names.length === 0) return []
    return [{ count: `${sign}${names.length} ${names.length === 1 ? 'perfil' : 'perfis'}`, names }]
  }
  return [...counted('given', '+'), ...counted('taken', '−')]
}
