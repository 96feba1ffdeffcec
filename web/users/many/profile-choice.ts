import { maskCnpj } from '../../../contract/cnpj.ts'
import type { ManyOffers } from '../../../contract/many-user-profiles.ts'
import { hasPeriod } from '../../../contract/assignment-periods.ts'
import type { GivenUserProfile, UserProfile } from '../../../contract/user-profiles.ts'
import { sentPeriodFor, type PeriodValues } from '../../user-profiles/assignment-period.ts'
import { formatNumber } from '../../ui/format-number.ts'

/** A profile to give to users in a company: for the whole company (null), or for some of its SPIDs. */
export interface ProfileToGive {
  companyId: number
  profileId: number
  spids: readonly (string | null)[]
  /** Begin, end and reason. */
  period: PeriodValues
  /** Whether users who hold the profile get this period too. Without a period it has no effect. */
  replaces: boolean
}

interface GivingEffect {
  /** Request body. Assignments that exist already are left out unless their period is replaced. */
  rows: GivenUserProfile[]
  /** Ids of the users who receive at least one assignment. */
  given: readonly number[]
  /** Ids of the users whose period is replaced, and who receive nothing else. */
  replaced: readonly number[]
  /** Ids of the users who already have all assignments, which do not change. */
  holding: readonly number[]
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
  const holders = new Set(
    held
      .filter(({ profile, company }) => profile.id === profileId && company.id === companyId)
      .flatMap(({ spid, user_id }) => user_id.map((id) => `${id} ${spid}`)),
  )
  const sent = sentPeriodFor({ profile_id: profileId }, period)
  const isHeld = (id: number, spid: string | null) => holders.has(`${id} ${spid}`)
  const replacing = replaces && hasPeriod(sent)
  const rows = people
    .filter((id) => linked.has(id))
    .flatMap((user_id) =>
      spids
        .filter((spid) => replacing || !isHeld(user_id, spid))
        .map((spid) => ({ user_id, profile_id: profileId, company_id: companyId, spid, ...sent })),
    )
  const given = idsOf(rows.filter(({ user_id, spid }) => !isHeld(user_id, spid)))
  const replaced = idsOf(rows).filter((id) => !given.includes(id))
  const module = profiles.find(({ id }) => id === profileId)?.module.id
  const of = seats.find((each) => each.company_id === companyId && each.module_id === module)
  const seatHolders = new Set(of?.user_id)
  return {
    rows,
    given,
    replaced,
    holding: people.filter((id) => linked.has(id) && !given.includes(id) && !replaced.includes(id)),
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

/** Profiles that can be taken, each with its number of holders. */
export const heldOptions = ({ held }: ManyOffers): Option[] =>
  held.map(({ profile, company, spid, user_id }, place) => ({
    value: String(place),
    label: `${profile.name} - ${profile.module.name} - ${company.name}${spid === null ? '' : `, SPID ${spid}`} (${peopleWords(user_id.length)})`,
  }))

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
