import type { CompanyChoice, ModuleChoice, SpidChoice } from '../../contract/access.ts'
import { logoAddress } from '../logos/record-logo.ts'
import type { Offer } from './access-queries.ts'

/** Groups offers by company, service and module, as on the access page. */
export function companyChoices(offers: readonly Offer[]): CompanyChoice[] {
  return [...Map.groupBy(offers, (offer) => offer.company_id).values()].map(companyChoice)
}

function companyChoice(offers: Offer[]): CompanyChoice {
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
    spid: spids.size === 1 && only ? only.spid : null,
    spids: [...spids.values()],
    services: [...Map.groupBy(offers, (offer) => offer.service_id).values()].map((group) => ({
      id: group[0]?.service_id ?? 0,
      name: group[0]?.service_name ?? '',
      modules: group.map(moduleChoice),
    })),
  }
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
