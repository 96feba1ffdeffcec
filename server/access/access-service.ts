import { moduleAddress } from '../../contract/module-address.ts'
import { newCode } from '../sessions/code-queries.ts'
import type { BatchableWrite } from '../database/statement-write.ts'
import { after, type Clock, seconds } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import { listOffers, type Offer } from './access-queries.ts'
import { chooseSpid } from './company-choices.ts'

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

  constructor({ clock, sessionCache }: { clock: Clock; sessionCache: SessionCache }) {
    this.#clock = clock
    this.#sessionCache = sessionCache
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
   * offer has several.
   */
  async prepareCode(
    db: Db,
    who: { userId: number; sessionId: string },
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
    const code = newHandle()
    const now = this.#clock.now()
    const place = { moduleId: offer.module_id, companyId: offer.company_id, spid }
    const write = newCode({
      digest: digestOf(code),
      sessionId: who.sessionId,
      place: { ...place, redirectUri: address },
      now,
      expiresAt: after(now, codeLifetime),
    })
    return { write, code, redirect_uri: address, place }
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
