import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import type { ReviewOutcome } from '../../contract/access-reviews.ts'
import { type AuditPart, recordAudit } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { findAdministrators } from '../scope/administrators.ts'
import { after, days } from '../shared/clock.ts'
import { suspendAssignments } from '../user-profiles/suspend-assignments.ts'
import { auditDetailsOf } from '../user-profiles/user-profile-audit.ts'
import type { ChangedPeriod } from '../user-profiles/user-profile-queries.ts'
import { insertItems, lockAssignments, settleItems } from './access-review-queries.ts'
import type { ReviewParts } from './access-review-service.ts'
import { enqueueReviewMails, escalationMail, suspensionMails } from './review-mails.ts'

/**
 * Starts the reviews that are due, reminds their reviewers, and closes those past their deadline, each in a transaction
 * of its own. May run at any time and in several processes.
 */
export async function processDueReviews(db: Db, parts: ReviewParts): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from access_reviews where closed_at is null and (deadline < ${parts.clock.now()}
      or started_at is null and begin_at <= ${parts.clock.now()} or ${needsReminder(parts.clock.now())})
    order by deadline, id`.execute(db)
  for (const { id } of rows)
    await db.transaction().execute((within) => processReview(within, id, parts))
}

const leadTime = days(7)
const lastDay = (now: Date) =>
  sql`date_trunc('day', deadline at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo' <= ${now}::timestamptz`
const needsReminder = (now: Date) => sql`started_at is not null and deadline >= ${now} and (
  week_told_at is null and deadline <= ${after(now, leadTime)} or last_day_told_at is null and ${lastDay(now)})`

interface DueReview {
  id: number
  name: string
  deadline: Date
  started_at: Date | null
  is_last_day: boolean
  reminds: boolean
}

async function processReview(db: Db, id: number, parts: ReviewParts): Promise<void> {
  const now = parts.clock.now()
  const { rows } = await sql<DueReview>`
    select id, name, deadline, started_at, ${lastDay(now)} as is_last_day, ${needsReminder(now)} as reminds
    from access_reviews where id = ${id} and closed_at is null for update skip locked`.execute(db)
  const [review] = rows
  if (!review) return
  if (review.started_at === null) return start(db, id, parts)
  if (review.deadline < now) return close(db, review, parts)
  if (!review.reminds) return
  await sql`update access_reviews set week_told_at = ${now},
    last_day_told_at = case when ${review.is_last_day}::boolean then ${now}::timestamptz end where id = ${id}`.execute(
    db,
  )
  await enqueueReviewMails(db, { id, time: review.is_last_day ? 'last-day' : 'week' }, parts)
}

/** Creates the items of the repetition of a review. Its deadline stays. */
async function start(db: Db, id: number, parts: ReviewParts): Promise<void> {
  const now = parts.clock.now()
  const items = await insertItems(db, id, now)
  await db.updateTable('access_reviews').set({ started_at: now }).where('id', '=', id).execute()
  await enqueueReviewMails(db, { id, time: 'start' }, parts)
  await recordAudit(db, {
    operation: 'startAccessReview',
    event: 'access-review.started',
    target: `access-review:${id}`,
    after: { items },
    address: '',
    requestId: randomUUID(),
  })
}

/** Suspends or escalates the assignments without a confirmed decision, and plans the repetition. */
async function close(db: Db, { id, name }: DueReview, parts: ReviewParts): Promise<void> {
  const { clock, keyring, config } = parts
  const now = clock.now()
  await lockAssignments(db, sql`i.review_id = ${id} and i.outcome is null`)
  const open = await findOpenItems(db, id, now)
  const escalated = await findLastMasters(db, open, now)
  const outcomes = open.map((item) => ({ item, outcome: outcomeOf(item, escalated) }))
  const toSuspend = outcomes.flatMap(({ item, outcome }) =>
    outcome === 'suspended' && item.assignment_id !== null ? [item.assignment_id] : [],
  )
  const suspended = await suspendAssignments(db, toSuspend, now)
  await settleItems(
    db,
    outcomes.map(({ item, outcome }) => ({ id: item.id, outcome })),
    { by: null, now },
  )
  await db.updateTable('access_reviews').set({ closed_at: now }).where('id', '=', id).execute()
  const count = (wanted: ReviewOutcome) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length
  await recordAudit(db, {
    operation: 'closeAccessReview',
    event: 'access-review.closed',
    target: `access-review:${id}`,
    after: { suspended: count('suspended'), escalated: count('escalated'), gone: count('gone') },
    parts: suspensionParts(suspended),
    address: '',
    requestId: randomUUID(),
  })
  const administrators = count('escalated') > 0 ? await findAdministrators(db) : []
  await enqueueBulk(db, keyring, {
    messages: [
      ...suspensionMails(
        outcomes.flatMap(({ item, outcome }) => (outcome === 'suspended' ? [item] : [])),
        config.publicUrl,
      ),
      ...administrators.map((each) =>
        escalationMail(each, { id, review: name, count: count('escalated') }, config.publicUrl),
      ),
    ],
  })
  await planRepetition(db, id, now)
}

/** Returns an audit part for each user with suspended assignments. */
const suspensionParts = (suspended: readonly ChangedPeriod[]): AuditPart[] =>
  [...Map.groupBy(suspended, ({ after: { user_id } }) => user_id)].map(([userId, changes]) => {
    const [removed, added] = [changes.map((each) => each.before), changes.map((each) => each.after)]
    const details = auditDetailsOf({ taken: [], given: added }, { removed, added, ended: [] })
    const { before, after: now } = details
    return {
      event: 'user-profile.changed',
      target: `user:${userId}`,
      ...(before !== undefined && { before }),
      ...(now !== undefined && { after: now }),
    }
  })

interface OpenItem {
  id: number
  assignment_id: number | null
  profile_id: number
  company_id: number
  /** Whether the assignment exists and has not ended. */
  held: boolean
  suspended: boolean
  /** Whether it is of a master profile of this console. */
  master: boolean
  name: string
  email: string
  company: string
  profile: string
  module: string
}

async function findOpenItems(db: Db, id: number, now: Date): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select i.id, i.assignment_id, i.profile_id, i.company_id,
      up.id is not null and (up.end_at is null or up.end_at > ${now}) as held, up.suspended_at is not null as suspended,
      p.master_profile and p.module_id = ${consoleModuleId} as master,
      u.name, u.email, c.name as company, p.name as profile, m.name as module
    from access_review_items i
    join users u on u.id = i.user_id join companies c on c.id = i.company_id
    join profiles p on p.id = i.profile_id join modules m on m.id = p.module_id
    left join user_profiles up on up.id = i.assignment_id
    where i.review_id = ${id} and i.outcome is null
    order by i.id for update of i`.execute(db)
  return rows
}

/** Returns the companies that would lose their last running master profile if these items were suspended. */
async function findLastMasters(db: Db, open: readonly OpenItem[], now: Date): Promise<Set<number>> {
  const masters = open.filter(({ held, master, suspended }) => held && master && !suspended)
  const companies = [...new Set(masters.map(({ company_id }) => company_id))]
  const assignments = masters.flatMap(({ assignment_id }) => assignment_id ?? [])
  const { rows } = await sql<{ company_id: number }>`
    select company_id from unnest(${companies}::integer[]) as c(company_id)
    where not exists (
      select from user_profiles up join profiles p on p.id = up.profile_id and p.active and p.master_profile
      join users u on u.id = up.user_id and u.active and not u.suspended
      where up.company_id = c.company_id and p.module_id = ${consoleModuleId} and up.suspended_at is null
        and (up.begin_at is null or up.begin_at <= ${now}) and (up.end_at is null or up.end_at > ${now})
        and up.id <> all (${assignments}::integer[]))`.execute(db)
  return new Set(rows.map(({ company_id }) => company_id))
}

function outcomeOf(item: OpenItem, lastMasters: ReadonlySet<number>): ReviewOutcome {
  if (!item.held) return 'gone'
  if (item.profile_id === administratorProfileId) return 'escalated'
  return item.master && lastMasters.has(item.company_id) ? 'escalated' : 'suspended'
}

/** Plans the next review of a repeated one: as long, and beginning the given number of months after its begin. */
async function planRepetition(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    insert into access_reviews (name, company_ids, module_ids, profile_ids, reviewers, begin_at, deadline, repeat_months, created_by)
    select name, company_ids, module_ids, profile_ids, reviewers, next.begin_at, next.begin_at + (deadline - r.begin_at), repeat_months, created_by
    from access_reviews r, lateral (
      select greatest(r.begin_at + make_interval(months => r.repeat_months), ${now}::timestamptz) as begin_at) next
    where r.id = ${id} and repeat_months is not null`.execute(db)
}
