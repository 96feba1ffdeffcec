import type { CompanyChoice, ModuleChoice, SpidChoice } from '../../contract/access.ts'
import { logoAddress } from '../logos/record-logo.ts'
import type { Offer, OwnFactors } from './access-queries.ts'

/**
 * Groups offers by company, service and module, as on the access page. `factors` are required if a company has a
 * sign-in policy.
 */
export function companyChoices(
  offers: readonly Offer[],
  factors: OwnFactors | undefined,
): CompanyChoice[] {
  return [...Map.groupBy(offers, (offer) => offer.company_id).values()].map((group) =>
    companyChoice(group, factors),
  )
}

function companyChoice(offers: Offer[], factors: OwnFactors | undefined): CompanyChoice {
  const [first] = offers
  if (!first) throw new Error('Expected at least one offer in the group.')
  const spids = new Map(offers.flatMap((offer) => offer.spids).map((spid) => [spid.spid, spid]))
  const [only] = spids.values()
  return {
    id: first.company_id,
    name: first.company_name,
    document: first.document,
    logo:
      first.company_logo_digest &&
      logoAddress('company', first.company_id, first.company_logo_digest),
    sign_in_policy: factors ? signInPolicyOf(first, factors) : null,
    spid: spids.size === 1 && only ? only.spid : null,
    spids: [...spids.values()],
    services: [...Map.groupBy(offers, (offer) => offer.service_id).values()].map((group) => ({
      id: group[0]?.service_id ?? 0,
      name: group[0]?.service_name ?? '',
      modules: group.map(moduleChoice),
    })),
  }
}

/** Returns the policy of a company, and whether the user has what it requires. */
function signInPolicyOf(
  { sign_in_policy: policy, sign_in_policy_begins_at: begin }: Offer,
  { federated, passkey, totp }: OwnFactors,
): CompanyChoice['sign_in_policy'] {
  if (policy === 'none' || begin === null) return null
  const ready = passkey || (policy === 'second-factor' && totp)
  return { policy, begin_date: begin.toISOString(), ready: federated ? null : ready }
}

function moduleChoice(offer: Offer): ModuleChoice {
  return {
    id: offer.module_id,
    name: offer.module_name,
    url: offer.url,
    status: offer.status,
    is_enable_spid: offer.is_enable_spid,
    logo: offer.logo_digest && logoAddress('module', offer.module_id, offer.logo_digest),
    last_used_at: offer.last_used_at?.toISOString() ?? null,
    favourites: offer.favourites,
  }
}

/** Returns the SPID of a code: the chosen one, the only one, or null without SPIDs; undefined if it must be chosen. */
export function chooseSpid(
  offer: Pick<Offer, 'is_enable_spid'> & { spids: readonly Pick<SpidChoice, 'spid'>[] },
  chosen: string | undefined,
): SpidChoice['spid'] | null | undefined {
  const [only] = offer.spids
  if (!offer.is_enable_spid || !only) return null
  return offer.spids.length === 1 ? only.spid : chosen
}
