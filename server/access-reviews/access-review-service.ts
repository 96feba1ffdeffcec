import {
  accessReviewDaysMax,
  accessReviewItemsMax,
  type accessReviews,
  type ReviewOutcome,
  reviewSentences,
} from '../../contract/access-reviews.ts'
import { administratorProfileId } from '../../contract/constants.ts'
import { dayAfter, dayOf, endOfDay } from '../../contract/days.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { problemOf } from '../../contract/problems.ts'
import { userProfiles } from '../../contract/user-profiles.ts'
import type { AuditPart } from '../audit/audit.ts'
import { CompositeWrite } from '../pipeline/composite-write.ts'
import { Problem } from '../pipeline/problem.ts'
import { type BulkWrite, requireFound, type Write } from '../pipeline/record.ts'
import { refuseItems } from '../pipeline/refused-items.ts'
import { renamingFields } from '../pipeline/renaming-fields.ts'
import { requireAdministrator } from '../scope/scope.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { changeUserProfiles } from '../user-profiles/user-profile-service.ts'
import {
  countExisting,
  insertItems,
  insertReview,
  isReviewer,
  lockItems,
  lockReview,
  markCancelled,
  noteDecisions,
  type ReviewedItem,
  settleItems,
} from './access-review-queries.ts'
import { enqueueReviewMails } from './review-mails.ts'

export interface ReviewParts {
  clock: Clock
  keyring: Keyring
  config: { publicUrl: string }
}

type NewReview = BodyOf<typeof accessReviews.accessReviewCreate>
type Decided = BodyOf<typeof accessReviews.accessReviewDecide>['items'][number]

/** Creates a review with its items, and mails its reviewers. */
export async function createReview({ db, who, audit }: Write, body: NewReview, parts: ReviewParts) {
  requireAdministrator(who)
  const now = parts.clock.now()
  const today = dayOf(now)
  const { deadlinePassed, tooFar } = reviewSentences
  const error = body.deadline < today ? deadlinePassed : tooFar
  if (body.deadline < today || body.deadline > dayAfter(today, accessReviewDaysMax))
    throw new Problem('invalid-input', { fields: { deadline: error } })
  for (const [table, field, code] of [
    ['companies', 'company_ids', 'company-not-found'],
    ['modules', 'module_ids', 'module-not-found'],
    ['profiles', 'profile_ids', 'profile-not-found'],
  ] as const) {
    const given = [...new Set(body[field])]
    if ((await countExisting(db, table, given)) < given.length)
      throw new Problem(code, { fields: { [field]: problemOf(code).message } })
  }
  const review = { ...body, deadline: endOfDay(body.deadline) }
  const id = await insertReview(db, review, { by: who.userId, now })
  const items = await insertItems(db, id, now)
  if (items === 0) throw new Problem('access-review-empty')
  if (items > accessReviewItemsMax)
    throw new Problem('invalid-input', { fields: { company_ids: reviewSentences.tooLarge } })
  await enqueueReviewMails(db, { id, time: 'start' }, parts)
  audit({
    target: `access-review:${id}`,
    after: { ...body, repeat_months: body.repeat_months ?? null, items },
  })
  return { id, items }
}

/** Closes a review without an effect. */
export async function cancelReview({ db, who, audit }: Write, id: number, { clock }: ReviewParts) {
  requireAdministrator(who)
  const review = requireFound(
    await lockReview(db, who, { id, share: false }),
    'access-review-not-found',
  )
  if (review.closed_at !== null) throw new Problem('access-review-closed')
  await markCancelled(db, id, { by: who.userId, now: clock.now() })
  audit({ target: `access-review:${id}`, after: { name: review.name } })
  return {}
}

/** Notes decisions, which have no effect until they are confirmed. */
export async function decide(
  { db, who, audit }: Write,
  { id, items }: { id: number; items: readonly Decided[] },
  { clock }: ReviewParts,
) {
  const now = clock.now()
  const found = await requireItems({ db, who }, { id, items, now })
  refuseDays(items, found, dayOf(now))
  const decided = await noteDecisions(db, items, { by: who.userId, now })
  const count = (wanted: Decided['decision']) =>
    items.filter(({ decision }) => decision === wanted).length
  audit({
    target: `access-review:${id}`,
    after: { keep: count('keep'), shorten: count('shorten'), remove: count('remove') },
  })
  return { decided }
}

/**
 * Carries out decisions: removes and shortens assignments by the rules of every such write, and restores suspended ones
 * that are kept. Each user has an audit event of their own. All or nothing.
 */
export async function confirmDecisions(
  { db, who, audit }: BulkWrite,
  { id, items }: { id: number; items: readonly Decided[] },
  parts: ReviewParts,
) {
  const { clock } = parts
  const now = clock.now()
  const found = await requireItems({ db, who }, { id, items, now })
  refuseItems(
    items.flatMap((item, place) => {
      const noted = found.get(item.id)
      const same = noted?.decision === item.decision && noted.end_day === (item.end_day ?? null)
      const code = 'access-review-decision-changed' as const
      return same && item.decision ? [] : [{ name: `items.${place}`, code }]
    }),
  )
  refuseDays(items, found, dayOf(now))
  const settled = items.flatMap(({ id: itemId }) => {
    const item = found.get(itemId)
    return item ? [{ ...item, outcome: outcomeOf(item) }] : []
  })
  const composite = new CompositeWrite({ db, who, audit })
  const ended = await carryOut(composite, { settled, items }, parts)
  await settleItems(db, settled, { by: who.userId, now })
  const count = (wanted: ReviewOutcome) =>
    settled.filter(({ outcome }) => outcome === wanted).length
  const counts = { kept: count('kept'), shortened: count('shortened'), removed: count('removed') }
  audit({
    target: `access-review:${id}`,
    after: { ...counts, ...(ended.length > 0 && { delegations_ended: ended }) },
    parts: [...keptParts(id, settled), ...composite.all],
  })
  return counts
}

/**
 * Removes, shortens and restores the assignments. Returns the ids of the delegations that ended with removed ones. The
 * items that are kept and not suspended need no write.
 */
async function carryOut(
  composite: CompositeWrite,
  { settled, items }: { settled: readonly Settled[]; items: readonly Decided[] },
  { clock, keyring }: ReviewParts,
): Promise<number[]> {
  const removed = settled.filter(({ outcome }) => outcome === 'removed')
  const shortened = settled.filter(({ outcome }) => outcome === 'shortened')
  const restored = settled.filter(({ outcome, suspended }) => outcome === 'kept' && suspended)
  const changed = [...shortened, ...restored]
  if (removed.length + changed.length === 0) return []
  const taken = removed.map(assignmentOf)
  const given = changed.map((item) => ({
    ...assignmentOf(item),
    ...(item.outcome === 'shortened' && {
      begin_date: item.begin_date ?? undefined,
      end_date: item.end_day ?? undefined,
      reason: item.reason ?? undefined,
    }),
  }))
  const part = composite.part(userProfiles.userProfileUpdate.audit.event)
  const { ended } = await renamingFields(fieldNames(items, { removed, changed }), () =>
    changeUserProfiles(part, { taken, given }, { clock, keyring }),
  )
  return ended
}

/** Names of the fields of `changeUserProfiles`, such as `given.3.end_date`, in the body of the confirmation. */
function fieldNames(
  items: readonly Decided[],
  { removed, changed }: Record<'removed' | 'changed', readonly Settled[]>,
): Record<string, string> {
  const nameOf = ({ id }: Settled) => `items.${items.findIndex((item) => item.id === id)}`
  // A list has a prefix only if the other list has rows too.
  const [taken, given] = [changed.length > 0 ? 'taken.' : '', removed.length > 0 ? 'given.' : '']
  return Object.fromEntries([
    ...removed.map((item, place) => [`${taken}${place}`, nameOf(item)] as const),
    ...changed.flatMap((item, place) => [
      [`${given}${place}`, nameOf(item)] as const,
      [`${given}${place}.end_date`, `${nameOf(item)}.end_day`] as const,
    ]),
  ])
}

type Settled = Omit<ReviewedItem, 'outcome'> & { outcome: ReviewOutcome }

const assignmentOf = ({ user_id, profile_id, company_id, spid }: ReviewedItem | Settled) => ({
  user_id,
  profile_id,
  company_id,
  spid,
})

function outcomeOf({ held, decision }: ReviewedItem): ReviewOutcome {
  if (!held) return 'gone'
  if (decision === 'remove') return 'removed'
  return decision === 'shorten' ? 'shortened' : 'kept'
}

/** Returns the locked items by id. Throws if the review is closed, or if an item may not be decided by the caller. */
async function requireItems(
  { db, who }: Omit<Write, 'audit'>,
  { id, items, now }: { id: number; items: readonly Decided[]; now: Date },
): Promise<Map<number, ReviewedItem>> {
  const review = requireFound(
    await lockReview(db, who, { id, share: true }),
    'access-review-not-found',
  )
  if (!isReviewer(who, review.reviewers)) throw new Problem('access-review-not-found')
  if (review.closed_at !== null || review.started_at === null || review.deadline < now)
    throw new Problem('access-review-closed')
  const itemIds = items.map((item) => item.id)
  const rows = await lockItems(db, who, { reviewId: id, itemIds, now })
  const found = new Map(rows.map((row) => [row.id, row]))
  refuseItems(
    items.flatMap((item, place) => {
      const row = found.get(item.id)
      const code = refusalOf(row, who.userId)
      return code || itemIds.indexOf(item.id) < place
        ? [{ name: `items.${place}`, code: code ?? 'access-review-item-not-found' }]
        : []
    }),
  )
  return found
}

function refusalOf(item: ReviewedItem | undefined, userId: number) {
  if (!item) return 'access-review-item-not-found'
  if (item.outcome !== null) return 'access-review-item-settled'
  if (item.user_id !== userId) return undefined
  // The same sentence as for the removal of the own administrator profile elsewhere.
  const removesOwn = item.decision === 'remove' && item.profile_id === administratorProfileId
  return removesOwn ? 'administrator-indispensable' : 'user-is-oneself'
}

/** Throws if the last day of a shortened assignment is missing, past, or later than its end. */
function refuseDays(
  items: readonly Decided[],
  found: ReadonlyMap<number, ReviewedItem>,
  today: string,
): void {
  const fields: Record<string, string> = {}
  for (const [place, { id, decision, end_day }] of items.entries()) {
    const sentence = dayError({ decision, end_day }, found.get(id)?.end_date ?? null, today)
    if (sentence) fields[`items.${place}.end_day`] = sentence
  }
  if (Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields })
}

function dayError(
  { decision, end_day }: Pick<Decided, 'decision' | 'end_day'>,
  heldEnd: string | null,
  today: string,
): string | undefined {
  if (decision !== 'shorten') return end_day ? reviewSentences.endOnlyToShorten : undefined
  if (!end_day) return reviewSentences.endMissing
  if (end_day < today) return reviewSentences.endPassed
  return heldEnd !== null && end_day > heldEnd ? reviewSentences.endLater : undefined
}

/** Returns an audit part for each user with kept assignments. */
function keptParts(id: number, settled: readonly Settled[]): AuditPart[] {
  const kept = settled.filter(({ outcome, suspended }) => outcome === 'kept' && !suspended)
  return [...Map.groupBy(kept, ({ user_id }) => user_id)].map(([userId, rows]) => ({
    event: 'access-review.kept',
    target: `user:${userId}`,
    after: { access_review_id: id, user_profiles: rows.map(assignmentOf) },
  }))
}
