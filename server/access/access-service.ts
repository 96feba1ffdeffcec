import { moduleAddress } from '../../contract/module-address.ts'
import { newCode } from '../sessions/code-queries.ts'
import type { BatchedWrite } from '../database/batched-write.ts'
import { after, type Clock, seconds } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import type { SessionMemory } from '../sessions/session-memory.ts'
import { listOffers, type Offer } from './access-queries.ts'
import { chooseSpid } from './company-choices.ts'

/** Rulings §3: a one-time code lives 60 s. */
const codeLifetime = seconds(60)

/** What of an offer decides whether and where a code leads. */
type EnteredOffer = Pick<Offer, 'module_id' | 'company_id' | 'url' | 'is_enable_spid'> & {
  spids: readonly Pick<Offer['spids'][number], 'spid'>[]
}

export interface WantedPlace {
  companyId: number
  moduleId: number
}

export class AccessService {
  readonly #clock: Clock
  readonly #memory: SessionMemory

  constructor({ clock, memory }: { clock: Clock; memory: SessionMemory }) {
    this.#clock = clock
    this.#memory = memory
  }

  offers(db: Db, userId: number): Promise<Offer[]> {
    return listOffers(db, userId, this.#clock.now())
  }

  /** The module as the company offers it to the user; one that isn't offered is refused like an unknown one. */
  async offer(db: Db, userId: number, wanted: WantedPlace): Promise<Offer> {
    const [offer] = await listOffers(db, userId, this.#clock.now(), wanted)
    if (!offer) throw new Problem('module-not-found')
    return offer
  }

  /** A one-time code to issue for a module that may be chosen: it needs an address, and the SPID where there are several. */
  async prepareCode(
    db: Db,
    who: { userId: number; sessionId: string },
    wanted: WantedPlace & { redirectUri: string; spid: string | undefined },
  ): Promise<{
    write: BatchedWrite
    code: string
    redirect_uri: string
    place: WantedPlace & { spid: string | null }
  }> {
    const offer =
      (await this.#recallOffer(who.userId, wanted)) ?? (await this.offer(db, who.userId, wanted))
    if (offer.url === null) throw new Problem('module-not-found')
    const address = moduleAddress({ id: offer.module_id, url: offer.url })
    if (wanted.redirectUri !== address) throw new Problem('redirect-uri-mismatch')
    if (wanted.spid !== undefined && !offer.spids.some(({ spid }) => spid === wanted.spid))
      throw new Problem('spid-not-found')
    const spid = chooseSpid(offer, wanted.spid)
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
   * The same offer where it is remembered that the place is open, and nothing is left to choose: the exchange will ask for
   * it again. Where it isn't, the database says what is offered, or why nothing is.
   */
  async #recallOffer(
    userId: number,
    { moduleId, companyId, spid }: WantedPlace & { spid: string | undefined },
  ): Promise<EnteredOffer | undefined> {
    const entrance = await this.#memory.entrance(moduleId)
    if (entrance?.is_enable_spid !== (spid !== undefined)) return undefined
    const grants = await this.#memory.grants(userId, { moduleId, companyId, spid: spid ?? null })
    if (!grants) return undefined
    const spids = spid === undefined ? [] : [{ spid }]
    return { ...entrance, module_id: moduleId, company_id: companyId, spids }
  }
}
