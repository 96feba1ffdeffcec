import { maskCnpj } from '../../../contract/cnpj.ts'
import type { ManyOffers } from '../../../contract/many-user-profiles.ts'
import { hasPeriod, leastTerm } from '../../../contract/assignment-periods.ts'
import type { GivenUserProfile, UserProfile } from '../../../contract/user-profiles.ts'
import { today } from '../../api/server-clock.ts'
import {
  hasEnded,
  isLater,
  isSuspended,
  periodText,
  sentPeriodFor,
  takesPeriod,
  type PeriodValues,
} from '../../assignment-periods/assignment-period.ts'
import { formatNumber } from '../../ui/format-number.ts'

/** A profile to give to users in a company: for the whole company (null), or for some of its SPIDs. */
export interface ProfileToGive {
  companyId: number
  profileId: number
  spids: readonly (string | null)[]
  /** Begin, end and reason. */
  period: PeriodValues
  /**
   * Whether users who hold the profile get this period too. Without a period, only assignments that begin later change:
   * they begin today.
   */
  replaces: boolean
}

interface GivingEffect {
  /** Request body. Assignments that exist already are left out unless their period is replaced. */
  rows: GivenUserProfile[]
  /** Ids of the users who receive at least one assignment. */
  given: readonly number[]
  /** Those of `given` who have an assignment of it that has ended or is suspended. */
  again: readonly number[]
  /** Ids of the users whose period is replaced, and who receive nothing else. */
  replaced: readonly number[]
  /** Ids of the users who already have all assignments, which do not change. */
  holding: readonly number[]
  /** Those of `holding` with an assignment that begins later. */
  later: readonly number[]
  /** The present periods of users who have or had the profile with a begin or end, in words, by user id. */
  periods: ReadonlyMap<number, string>
  /** Ids of the users who cannot have the profile in this company. */
  left: readonly number[]
  /** Seats needed and available; null if unknown. */
  seats: { needed: number; free: number; limit: number } | null
}

/** Calculates the effect of giving a profile to these users. */
export function effectOfGiving(
  { companies, profiles, seats, held }: ManyOffers,
  people: readonly number[],
  { companyId, profileId, spids, period, replaces }: ProfileToGive,
): GivingEffect {
  const linked = new Set(companies.find(({ id }) => id === companyId)?.user_id)
  const assigned = assignmentsOf(held, { companyId, profileId })
  const sent = sentPeriodFor({ profile_id: profileId }, period)
  const at = (id: number, spid: string | null) => assigned.get(`${id} ${spid}`)
  const isHeld = (id: number, spid: string | null) => at(id, spid)?.inactive === false
  const isSent = (id: number, spid: string | null) =>
    !isHeld(id, spid) || (replaces && (hasPeriod(sent) || at(id, spid)?.later === true))
  const rowOf = (user_id: number, spid: string | null) => ({
    user_id,
    profile_id: profileId,
    company_id: companyId,
    spid,
    ...sent,
    // Without a period the server would leave it unchanged.
    ...(isHeld(user_id, spid) && !hasPeriod(sent) && { begin_date: today() }),
  })
  const rows = people
    .filter((id) => linked.has(id))
    .flatMap((id) => spids.filter((spid) => isSent(id, spid)).map((spid) => rowOf(id, spid)))
  const given = idsOf(rows.filter(({ user_id, spid }) => !isHeld(user_id, spid)))
  const replaced = idsOf(rows).filter((id) => !given.includes(id))
  const holding = people.filter(
    (id) => linked.has(id) && !given.includes(id) && !replaced.includes(id),
  )
  const isSome = (id: number, which: 'inactive' | 'later') =>
    spids.some((spid) => at(id, spid)?.[which] === true)
  const module = profiles.find(({ id }) => id === profileId)?.module.id
  const of = seats.find((each) => each.company_id === companyId && each.module_id === module)
  const seatHolders = new Set(of?.user_id)
  return {
    rows,
    given,
    again: given.filter((id) => isSome(id, 'inactive')),
    replaced,
    holding,
    later: holding.filter((id) => isSome(id, 'later')),
    periods: new Map(
      people.flatMap((id): [number, string][] => {
        const texts = new Set(spids.map((spid) => at(id, spid)?.text ?? '').filter(Boolean))
        return texts.size > 0 ? [[id, [...texts].join('; ')]] : []
      }),
    ),
    left: people.filter((id) => !linked.has(id)),
    seats: of
      ? {
          needed: given.filter((id) => !seatHolders.has(id)).length,
          free: of.free,
          limit: of.limit,
        }
      : null,
  }
}

interface Assignment {
  /** Whether it has ended or is suspended, so that giving it again makes it valid. */
  inactive: boolean
  later: boolean
  /** Period in words; empty if it neither begins later nor ends. */
  text: string
}

/** Returns the assignments of a profile in a company by user id and SPID. */
function assignmentsOf(
  held: ManyOffers['held'],
  { companyId, profileId }: Pick<ProfileToGive, 'companyId' | 'profileId'>,
): ReadonlyMap<string, Assignment> {
  const found = held.filter(
    ({ profile, company }) => profile.id === profileId && company.id === companyId,
  )
  return new Map(
    found.flatMap(({ spid, user_id, periods }) => {
      const periodOf = new Map(periods.map((each) => [each.user_id, each]))
      return user_id.map((id): [string, Assignment] => {
        const period = periodOf.get(id) ?? { begin_date: null, end_date: null }
        const inactive = hasEnded(period) || isSuspended(period)
        return [`${id} ${spid}`, { inactive, later: isLater(period), text: periodText(period) }]
      })
    }),
  )
}

const idsOf = (rows: readonly UserProfile[]): number[] => [
  ...new Set(rows.map(({ user_id }) => user_id)),
]

/** A select option. */
export interface Option {
  value: string
  label: string
}

/** Companies in which a profile can be given. */
export const companyOptions = ({ companies }: ManyOffers): Option[] =>
  companies.map(({ id, name, document }) => ({
    value: String(id),
    label: `${name} - ${maskCnpj(document)}`,
  }))

/** Profiles that can be given in a company. */
export const profileOptions = ({ profiles }: ManyOffers, companyId: number): Option[] =>
  profiles
    .filter(({ company_id }) => company_id.includes(companyId))
    .map(({ id, name, module }) => ({
      value: String(id),
      label: `${name} - ${module.Service.name} - ${module.name}`,
    }))

/** Returns the maximum term of a profile in a company, in days; null if there is none. Profile 1 takes no period. */
export const termOfProfile = (
  { companies, profiles }: ManyOffers,
  companyId: number,
  profileId: number,
): number | null =>
  takesPeriod({ profile_id: profileId })
    ? leastTerm([
        companies.find(({ id }) => id === companyId)?.assignment_days_max,
        profiles.find(({ id }) => id === profileId)?.assignment_days_max,
      ])
    : null

/** Profiles that can be taken, each with its number of holders, including those whose assignment has ended. */
export const heldOptions = ({ held }: ManyOffers): Option[] =>
  held.map(({ profile, company, spid, user_id, periods }, place) => {
    const ended = periods.filter(hasEnded).length
    const people = `${peopleWords(user_id.length)}${ended > 0 ? `, ${formatNumber(ended)} com prazo encerrado` : ''}`
    return {
      value: String(place),
      label: `${profile.name} - ${profile.module.name} - ${company.name}${spid === null ? '' : `, SPID ${spid}`} (${people})`,
    }
  })

/** Request body that takes the selected profiles. */
export const rowsToTake = ({ held }: ManyOffers, values: readonly string[]): UserProfile[] =>
  values.flatMap((value) => {
    const chosen = held[Number(value)]
    if (!chosen) return []
    const { profile, company, spid, user_id } = chosen
    return user_id.map((id) => ({
      user_id: id,
      profile_id: profile.id,
      company_id: company.id,
      spid,
    }))
  })

/** Returns '1 pessoa', '12 pessoas'. */
export const peopleWords = (count: number): string =>
  count === 1 ? '1 pessoa' : `${formatNumber(count)} pessoas`
