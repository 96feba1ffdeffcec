import { administratorProfileIds, consoleModuleId } from '../../contract/constants.ts'
import { moduleAddress } from '../../contract/module-address.ts'
import type { SignInPolicy } from '../../contract/sign-in-policies.ts'
import type { Config } from '../config.ts'
import type { Place, SignedInPrincipal } from '../pipeline/principal.ts'
import { requirePolicy } from '../sessions/authentication.ts'
import { newCode } from '../sessions/code-queries.ts'
import type { BatchableWrite } from '../database/statement-write.ts'
import { after, type Clock, seconds } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import { listOffers, type Offer } from './access-queries.ts'
import { chooseSpid } from './company-choices.ts'

const associationProfiles: ReadonlySet<number> = new Set(administratorProfileIds)

/** Lifetime of a one-time code (rulings §3). */
const codeLifetime = seconds(60)

/** The fields of an offer from which a code and its destination are derived. */
type EnteredOffer = Pick<Offer, 'module_id' | 'company_id' | 'url' | 'is_enable_spid'> & {
  spids: readonly Pick<Offer['spids'][number], 'spid'>[]
}

export interface RequestedPlace {
  companyId: number
  moduleId: number
}

export class AccessService {
  readonly #clock: Clock
  readonly #sessionCache: SessionCache
  readonly #consolePolicy: SignInPolicy

  constructor(parts: {
    clock: Clock
    sessionCache: SessionCache
    config: Pick<Config, 'consoleSignInPolicy'>
  }) {
    this.#clock = parts.clock
    this.#sessionCache = parts.sessionCache
    this.#consolePolicy = parts.config.consoleSignInPolicy
  }

  offers(db: Db, userId: number): Promise<Offer[]> {
    return listOffers(db, userId, this.#clock.now())
  }

  /**
   * Returns one offered module of a company. Throws the same problem for an unknown module as for one that is not
   * offered.
   */
  async offer(db: Db, userId: number, requested: RequestedPlace): Promise<Offer> {
    const [offer] = await listOffers(db, userId, this.#clock.now(), requested)
    if (!offer) throw new Problem('module-not-found')
    return offer
  }

  /**
   * Prepares a one-time code for an offered module. The module must have a URL. The caller must name a SPID if the
   * offer has several. The sign-in must meet the policies of the company and of the console.
   */
  async prepareCode(
    db: Db,
    who: Pick<SignedInPrincipal, 'userId' | 'session'>,
    requested: RequestedPlace & { redirectUri: string; spid: string | undefined },
  ): Promise<{
    write: BatchableWrite
    code: string
    redirect_uri: string
    place: RequestedPlace & { spid: string | null }
  }> {
    const offer =
      (await this.#getCachedOffer(who.userId, requested)) ??
      (await this.offer(db, who.userId, requested))
    if (offer.url === null) throw new Problem('module-not-found')
    const address = moduleAddress({ id: offer.module_id, url: offer.url })
    if (requested.redirectUri !== address) throw new Problem('redirect-uri-mismatch')
    if (requested.spid !== undefined && !offer.spids.some(({ spid }) => spid === requested.spid))
      throw new Problem('spid-not-found')
    const spid = chooseSpid(offer, requested.spid)
    if (spid === undefined)
      throw new Problem('invalid-input', { fields: { spid: 'Selecione um SPID.' } })
    await this.#requirePolicies(who, { ...requested, spid })
    const code = newHandle()
    const now = this.#clock.now()
    const place = { moduleId: offer.module_id, companyId: offer.company_id, spid }
    const write = newCode({
      digest: digestOf(code),
      sessionId: who.session.id,
      place: { ...place, redirectUri: address },
      now,
      expiresAt: after(now, codeLifetime),
    })
    return { write, code, redirect_uri: address, place }
  }

  /**
   * Throws if the sign-in does not meet the policy of the company, or that of the console for holders of profiles 1 to 4
   * (decision 95).
   */
  async #requirePolicies(
    { userId, session: { authentication } }: Pick<SignedInPrincipal, 'userId' | 'session'>,
    { moduleId, companyId, spid }: Place,
  ): Promise<void> {
    const company = await this.#sessionCache.companyPolicy(companyId)
    const applies = company?.from && company.from <= this.#clock.now()
    if (applies) requirePolicy(authentication, company.policy)
    if (this.#consolePolicy === 'none' || moduleId !== consoleModuleId) return
    const grants = await this.#sessionCache.grants(userId, { moduleId, companyId, spid })
    if (grants?.held.profiles.some(({ id }) => associationProfiles.has(id)))
      requirePolicy(authentication, this.#consolePolicy)
  }

  /**
   * Returns the offer from the caches. Undefined on a cache miss, or if a SPID must still be chosen: the caller then
   * queries the database. Stale access is caught later, when the code is exchanged.
   */
  async #getCachedOffer(
    userId: number,
    { moduleId, companyId, spid }: RequestedPlace & { spid: string | undefined },
  ): Promise<EnteredOffer | undefined> {
    const moduleUrl = await this.#sessionCache.moduleUrl(moduleId)
    if (moduleUrl?.is_enable_spid !== (spid !== undefined)) return undefined
    const grants = await this.#sessionCache.grants(userId, {
      moduleId,
      companyId,
      spid: spid ?? null,
    })
    if (!grants) return undefined
    const spids = spid === undefined ? [] : [{ spid }]
    return { ...moduleUrl, module_id: moduleId, company_id: companyId, spids }
  }
}
