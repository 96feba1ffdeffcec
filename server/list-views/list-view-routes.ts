import { isDeepStrictEqual } from 'node:util'
import { type ListView, listViews, maxListViews } from '../../contract/list-views.ts'
import type { ViewedList } from '../../contract/viewed-lists.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { opensEndpoint, type Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound } from '../pipeline/record.ts'
import { CallRateLimiter } from '../rate-limits/call-rate-limiter.ts'
import { companyOf, isAdministrator } from '../scope/scope.ts'
import { type Clock, seconds } from '../shared/clock.ts'
import {
  countViews,
  deleteView,
  findViews,
  insertView,
  lockView,
  lockViewsOf,
  updateView,
  type ViewOwner,
} from './list-view-queries.ts'
import { validViewQuery } from './view-schemas.ts'

/** Rate limit for changes of a user's views, because each change adds an event to the audit log. */
const changeRate = { burst: 60, interval: seconds(10) }

export function listViewRoutes({ clock }: { clock: Clock }): Handlers<typeof listViews> {
  const changes = new CallRateLimiter(clock, changeRate)
  return {
    async listViewList({ db, who, query: { list } }) {
      requireListOf(who, list, 'listViewList')
      const rows = await findViews(db, readerOf(who), list)
      return { rows, saves: maySave(who), shares: mayShare(who) }
    },

    async listViewCreate({ db, who, body, audit }) {
      changes.consume(`user:${who.userId}`)
      const { list, name, shared } = body
      requireListOf(who, list, 'listViewCreate')
      if (shared) requireSharer(who)
      const query = validViewQuery(list, body.query)
      const owner: ViewOwner = shared ? { companyId: companyOf(who) } : { userId: who.userId }
      await lockViewsOf(db, owner)
      if ((await countViews(db, owner, list)) >= maxListViews)
        throw new Problem('too-many-list-views')
      const view = await insertView(db, owner, { list, name, query, now: clock.now() })
      audit({ target: targetOf(who, view), after: fieldsOf(view) })
      return view
    },

    async listViewUpdate({ db, who, params, body, audit, nothingChanged }) {
      changes.consume(`user:${who.userId}`)
      const before = requireFound(
        await lockView(db, readerOf(who), params.id),
        'list-view-not-found',
      )
      requireListOf(who, before.list, 'listViewUpdate')
      if (before.shared) requireSharer(who)
      const query = validViewQuery(before.list, body.query)
      if (body.name === before.name && isDeepStrictEqual(query, before.query)) {
        nothingChanged()
        return before
      }
      const values = { name: body.name, query, now: clock.now() }
      const after = await updateView(db, before.id, values)
      audit({ target: targetOf(who, after), before: fieldsOf(before), after: fieldsOf(after) })
      return after
    },

    async listViewDelete({ db, who, params, audit }) {
      changes.consume(`user:${who.userId}`)
      const before = requireFound(
        await lockView(db, readerOf(who), params.id),
        'list-view-not-found',
      )
      if (before.shared) {
        requireListOf(who, before.list, 'listViewDelete')
        requireSharer(who)
      }
      await deleteView(db, before.id)
      audit({ target: targetOf(who, before), before: fieldsOf(before) })
      return {}
    },
  }
}

const readerOf = (who: Principal) => ({ userId: who.userId, companyId: companyOf(who) })

/** Throws unless the caller may open the list, or may call this operation by its back function. */
function requireListOf(
  { place }: Principal,
  list: ViewedList,
  operation: keyof typeof listViews,
): void {
  if (!place || !opensEndpoint(place.grants, { screen: list }, listViews[operation]))
    throw new Problem('forbidden')
}

/** Whether the caller may save views at all, by the grants that the pipeline requires for writes. */
const maySave = ({ place }: Principal): boolean =>
  place !== undefined &&
  opensEndpoint(place.grants.writing, listViews.listViewCreate.access, listViews.listViewCreate)

/** Whether the caller may write the views of the company: only master users and administrators may. */
const mayShare = (who: Principal): boolean =>
  isAdministrator(who) || who.place?.grants.master === true

function requireSharer(who: Principal): void {
  if (!mayShare(who)) throw new Problem('forbidden')
}

const targetOf = (who: Principal, { shared }: ListView): string =>
  shared ? `company:${companyOf(who)}` : `user:${who.userId}`

/** Returns the audited values. The conditions are one text: `status=1, search=ana`. */
const fieldsOf = ({ id, list, name, query }: ListView) => ({
  list_view_id: id,
  list,
  name,
  conditions: Object.entries(query)
    .map(([key, value]) => `${key}=${value}`)
    .join(', '),
})
