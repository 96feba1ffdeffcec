import { leastTerm } from '../../contract/assignment-periods.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import type { NewUserOffers } from '../../contract/user-profiles.ts'
import { queryOf } from '../api/query-of.ts'
import {
  sentPeriodFor,
  takesPeriod,
  type PeriodValues,
} from '../assignment-periods/assignment-period.ts'
import type { Change } from '../ui/change-list.tsx'

/** Profiles that can be given. `taken`: the user already has a seat of the module, so no free seat is needed. */
interface Offers extends Omit<NewUserOffers, 'seats'> {
  seats: readonly (NewUserOffers['seats'][number] & { taken?: boolean })[]
}

/** A profile for a company, or for one of its SPIDs. */
export interface ProfileOption {
  value: string
  label: string
  /** Free seats of the module in the company. */
  free: number
  /** True if the user would need a seat and none is free. */
  disabled: boolean
}

/** Profiles that a new user of these companies can receive. */
export const offersOf = (companyIds: readonly string[]) =>
  queryOf('userProfileOffersNew', { body: { company_id: companyIds.map(Number) } })

/** Returns an option for each profile and company, and for each SPID if the module distinguishes them. */
export function optionsOf({ companies, profiles, seats }: Offers): ProfileOption[] {
  const seatsOf = (companyId: number, moduleId: number) =>
    seats.find((each) => each.company_id === companyId && each.module_id === moduleId)
  return profiles.flatMap(({ id, name, module, company_id }) =>
    companies
      .filter((company) => company_id.includes(company.id))
      .flatMap((company) => {
        const { free = 0, taken = false } = seatsOf(company.id, module.id) ?? {}
        const spids = module.is_enable_spid ? company.spids.map(({ spid }) => spid) : []
        return [null, ...spids].map((spid) => ({
          value: optionFor(id, company.id, spid),
          label: `${name} - ${module.Service.name} - ${module.name}: ${spid ?? 'Todos os SPIDs'} - ${company.name} - ${maskCnpj(company.document)}`,
          free,
          disabled: free === 0 && !taken,
        }))
      }),
  )
}

/** Encodes a profile for a company or SPID as the value of an option. */
export const optionFor = (profileId: number, companyId: number, spid: string | null): string =>
  `${profileId}|${companyId}|${spid ?? ''}`

/** Returns the profile of an option for the request body. */
export function profileOf(value: string) {
  const [profileId, companyId, ...spid] = value.split('|')
  return {
    profile_id: Number(profileId),
    company_id: Number(companyId),
    spid: spid.join('|') || null,
  }
}

/** Returns the smallest maximum term of options, in days; null if there is none. Profile 1 takes no period. */
export const termOfOptions = (
  offers: Pick<Offers, 'companies' | 'profiles'>,
  values: readonly string[],
): number | null =>
  leastTerm(
    values
      .map(profileOf)
      .filter(takesPeriod)
      .flatMap(({ profile_id, company_id }) => [
        offers.profiles.find(({ id }) => id === profile_id)?.assignment_days_max,
        offers.companies.find(({ id }) => id === company_id)?.assignment_days_max,
      ]),
  )

/** Returns the profiles of options with a period, for the request body. Profile 1 gets no days. */
export const givenRows = (values: readonly string[], period: PeriodValues) =>
  values.map((value) => {
    const profile = profileOf(value)
    return { ...profile, ...sentPeriodFor(profile, period) }
  })

/** Describes the selected profiles for the identity confirmation. */
export function givenProfiles(offers: Offers | undefined, values: readonly string[]): Change[] {
  if (!offers || values.length === 0) return []
  const names = optionsOf(offers)
    .filter(({ value }) => values.includes(value))
    .map(({ label }) => label)
  return [{ count: names.length === 1 ? '+1 perfil' : `+${names.length} perfis`, names }]
}
