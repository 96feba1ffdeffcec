import {
  maxFavourites,
  type Favourite,
  type moduleFavourites,
} from '../../contract/module-favourites.ts'
import type { Db } from '../database/database.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { SignedInPrincipal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { CallRateLimiter } from '../rate-limits/call-rate-limiter.ts'
import { type Clock, seconds } from '../shared/clock.ts'
import { listOffers } from './access-queries.ts'
import {
  countOtherFavourites,
  deleteClosedFavourites,
  deleteFavourite,
  insertFavourite,
  lockFavouritesOf,
} from './module-favourite-queries.ts'

/** Rate limit for changes of a user's favourites, because each change adds an event to the audit log. */
const changeRate = { burst: 60, interval: seconds(10) }

export function moduleFavouriteRoutes({
  clock,
}: {
  clock: Clock
}): Handlers<typeof moduleFavourites> {
  const changes = new CallRateLimiter(clock, changeRate)
  return {
    async moduleFavouriteAdd({ db, who, body, audit, nothingChanged }) {
      changes.consume(`user:${who.userId}`)
      const now = clock.now()
      await requireOffered(db, who.userId, body, now)
      await lockFavouritesOf(db, who.userId)
      await requireRoom(db, who.userId, body, now)
      const added = await insertFavourite(db, { ...body, user_id: who.userId, now })
      if (added) audit({ ...eventOf(who, body), after: fieldsOf(body) })
      else nothingChanged()
      return {}
    },

    async moduleFavouriteRemove({ db, who, body, audit }) {
      changes.consume(`user:${who.userId}`)
      if (!(await deleteFavourite(db, who.userId, body))) throw new Problem('not-found')
      audit({ ...eventOf(who, body), before: fieldsOf(body) })
      return {}
    },
  }
}

/** Throws the same problems as opening the module. */
async function requireOffered(db: Db, userId: number, favourite: Favourite, now: Date) {
  const { company_id: companyId, module_id: moduleId, spid } = favourite
  const [offer] = await listOffers(db, userId, now, { companyId, moduleId })
  if (!offer) throw new Problem('module-not-found')
  if (spid === undefined) return
  if (!offer.is_enable_spid || !offer.spids.some((each) => each.spid === spid))
    throw new Problem('spid-not-found')
}

/** Throws if the user has the maximum of favourites. Favourites that no longer open are removed first. */
async function requireRoom(db: Db, userId: number, favourite: Favourite, now: Date) {
  if ((await countOtherFavourites(db, userId, favourite)) < maxFavourites) return
  await deleteClosedFavourites(db, userId, now)
  if ((await countOtherFavourites(db, userId, favourite)) >= maxFavourites)
    throw new Problem('too-many-favourites')
}

/** The company of the favourite sees its event. The token may be for another company. */
const eventOf = ({ userId }: SignedInPrincipal, { company_id }: Favourite) => ({
  target: `user:${userId}`,
  companyId: company_id,
})

const fieldsOf = ({ company_id, module_id, spid }: Favourite) => ({
  company_id,
  module_id,
  spid: spid ?? null,
})
