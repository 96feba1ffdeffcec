import { maskCnpj } from '../../../contract/cnpj.ts'
import type { ManyOffers } from '../../../contract/many-user-profiles.ts'
import type { UserProfile } from '../../../contract/user-profiles.ts'
import { formatNumber } from '../../ui/format-number.ts'

/** A profile that is to be given to people in a company: for all of it (null), or for some of its SPIDs. */
export interface Gift {
  companyId: number
  profileId: number
  spids: readonly (string | null)[]
}

interface GiftEffect {
  /** What is sent: what isn't held yet. */
  rows: UserProfile[]
  /** Who gets something, who holds all of it already, and who can't get it there. */
  given: readonly number[]
  holding: readonly number[]
  left: readonly number[]
  /** Seats that it takes, and those that there are; null where nothing is known of them. */
  seats: { needed: number; free: number; limit: number } | null
}

/** What a gift does for these people. */
export function effectOf(
  { companies, profiles, seats, held }: ManyOffers,
  people: readonly number[],
  { companyId, profileId, spids }: Gift,
): GiftEffect {
  const able = new Set(companies.find(({ id }) => id === companyId)?.user_id)
  const holders = new Set(
    held
      .filter(({ profile, company }) => profile.id === profileId && company.id === companyId)
      .flatMap(({ spid, user_id }) => user_id.map((id) => `${id} ${spid}`)),
  )
  const rows = people
    .filter((id) => able.has(id))
    .flatMap((user_id) =>
      spids
        .filter((spid) => !holders.has(`${user_id} ${spid}`))
        .map((spid) => ({ user_id, profile_id: profileId, company_id: companyId, spid })),
    )
  const given = [...new Set(rows.map(({ user_id }) => user_id))]
  const module = profiles.find(({ id }) => id === profileId)?.module.id
  const of = seats.find((each) => each.company_id === companyId && each.module_id === module)
  const seated = new Set(of?.user_id)
  return {
    rows,
    given,
    holding: people.filter((id) => able.has(id) && !given.includes(id)),
    left: people.filter((id) => !able.has(id)),
    seats: of
      ? {
          needed: given.filter((id) => !seated.has(id)).length,
          free: of.free,
          limit: of.limit,
        }
      : null,
  }
}

/** Something that can be chosen. */
export interface Option {
  value: string
  label: string
}

/** The companies in which something can be given. */
export const companyOptions = ({ companies }: ManyOffers): Option[] =>
  companies.map(({ id, name, document }) => ({
    value: String(id),
    label: `${name} - ${maskCnpj(document)}`,
  }))

/** The profiles that can be given in a company. */
export const profileOptions = ({ profiles }: ManyOffers, companyId: number): Option[] =>
  profiles
    .filter(({ company_id }) => company_id.includes(companyId))
    .map(({ id, name, module }) => ({
      value: String(id),
      label: `${name} - ${module.Service.name} - ${module.name}`,
    }))

/** What can be taken, each with how many of them hold it. */
export const heldOptions = ({ held }: ManyOffers): Option[] =>
  held.map(({ profile, company, spid, user_id }, place) => ({
    value: String(place),
    label: `${profile.name} - ${profile.module.name} - ${company.name}${spid === null ? '' : `, SPID ${spid}`} (${peopleWords(user_id.length)})`,
  }))

/** What is sent to take these. */
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

/** '1 pessoa', '12 pessoas'. */
export const peopleWords = (count: number): string =>
  count === 1 ? '1 pessoa' : `${formatNumber(count)} pessoas`
