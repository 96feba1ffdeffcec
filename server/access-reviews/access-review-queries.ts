import { type RawBuilder, sql } from 'kysely'
import {
  type accessReviews,
  type AccessReviewDetails,
  type AccessReviewState,
  accessReviewStates,
  type ReviewDecision,
  reviewDecisions,
  type ReviewItem,
  type ReviewOutcome,
  reviewItemStates,
} from '../../contract/access-reviews.ts'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { heldProfileInScope } from '../scope/profile-scope.ts'
import { isAdministrator, scopeOf, writeScopeOf } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'

export type NewReview = Omit<BodyOf<typeof accessReviews.accessReviewCreate>, 'deadline'> & {
  deadline: Date
}

/**
 * Condition on `access_review_items i`: the caller sees the item. Of a review for administrators, other callers see
 * nothing.
 */
function itemInScope(who: Principal): RawBuilder<boolean> {
  const scope = scopeOf(who)
  if (scope === 'everything') return sql<boolean>`true`
  return sql<boolean>`(${companyInScope(scope, sql.ref('i.company_id'))}
    and exists (select from profiles where profiles.id = i.profile_id and ${heldProfileInScope(scope)})
    and exists (select from users where users.id = i.user_id and ${userInScope(scope)})
    and exists (select from access_reviews r where r.id = i.review_id and r.reviewers = 'masters'))`
}

/** Condition on `access_reviews r`: the caller sees the review. */
const reviewInScope = (who: Principal): RawBuilder<boolean> =>
  scopeOf(who) === 'everything'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from access_review_items i where i.review_id = r.id and ${itemInScope(who)})`

const state = sql<AccessReviewState>`case when r.cancelled_by is not null then 'cancelled'
  when r.closed_at is not null then 'closed' when r.started_at is null then 'planned' else 'open' end`

const shownOf = (column: RawBuilder<unknown>, labels: Readonly<Record<string, string>>) =>
  sql`case ${column} ${sql.join(
    Object.entries(labels).map(
      ([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`,
    ),
    sql` `,
  )} end`
const shownState = shownOf(state, accessReviewStates)

const itemState = sql`coalesce(i.outcome, case when i.decision is null then 'undecided' else 'unconfirmed' end)`

/** Number of items of the review that the caller sees and that meet the condition. */
const countOf = (who: Principal, condition: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::integer from access_review_items i
    where i.review_id = r.id and ${itemInScope(who)} and ${condition})`

const selectReviews = (db: Db, who: Principal) =>
  db
    .selectFrom('access_reviews as r')
    .select([
      'r.id',
      'r.name',
      state.as('state'),
      'r.begin_at',
      'r.deadline',
      'r.repeat_months',
      countOf(who, sql`i.outcome is null and i.decision is null`).as('undecided'),
      countOf(who, sql`i.outcome is null and i.decision is not null`).as('unconfirmed'),
      countOf(who, sql`true`).as('total'),
    ])

/** Lists the reviews that the caller sees. */
export function listReviews(
  db: Db,
  who: Principal,
  list: QueryOf<typeof accessReviews.accessReviewList>,
) {
  return findPage({
    list,
    from: db.selectFrom('access_reviews as r'),
    rows: selectReviews(db, who),
    conditions: [
      reviewInScope(who),
      ...filtered(list, { state: (wanted) => sql`${state} = ${wanted}` }),
    ],
    searched: {
      name: sql`search_fold(r.name)`,
      shows: (pattern) =>
        sql`concat_ws(chr(10), search_fold(concat_ws(chr(10), r.name, ${shownState})), search_instant(r.deadline)) like ${pattern}`,
    },
    sorts: {
      deadline: sql`r.deadline`,
      name: sql`lower(r.name) collate natural_order`,
      state,
    },
    id: sql.ref('r.id'),
  })
}

type ScopeTable = 'companies' | 'modules' | 'profiles'

/** Returns the records of a scope column that the caller sees, by name. */
const namesOf = (table: ScopeTable, ids: RawBuilder<unknown>, seen: RawBuilder<boolean>) =>
  sql<
    AccessReviewDetails['companies']
  >`coalesce((select json_agg(json_build_object('id', id, 'name', name)
    order by lower(name) collate natural_order, id) from ${sql.table(table)} where id = any (${ids}) and ${seen}), '[]'::json)`

/** Returns a review that the caller sees, with its scope and outcomes. */
export function findReview(db: Db, who: Principal, id: number) {
  const scope = scopeOf(who)
  return selectReviews(db, who)
    .select([
      'r.reviewers',
      namesOf('companies', sql.ref('r.company_ids'), companyInScope(scope, sql.ref('id'))).as(
        'companies',
      ),
      namesOf('modules', sql.ref('r.module_ids'), sql`true`).as('modules'),
      namesOf('profiles', sql.ref('r.profile_ids'), heldProfileInScope(scope)).as('profiles'),
      sql<AccessReviewDetails['outcomes']>`coalesce((select json_object_agg(outcome, amount) from (
        select i.outcome, count(*)::integer as amount from access_review_items i
        where i.review_id = r.id and i.outcome is not null and ${itemInScope(who)} group by i.outcome) each), '{}'::json)`.as(
        'outcomes',
      ),
    ])
    .$narrowType<Pick<AccessReviewDetails, 'reviewers'>>()
    .where('r.id', '=', id)
    .where(reviewInScope(who))
    .executeTakeFirst()
}

type ItemRow = Omit<ReviewItem, 'can_decide' | 'created_at' | 'end_date'> &
  Record<'created_at' | 'end_date', Date | null> & { can_decide: boolean }

const named = (table: string) =>
  sql<
    ReviewItem['company']
  >`json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)})`

/** Lists the items of a review that the caller sees. `accepts`: whether the review accepts decisions of the caller. */
export function listItems(
  db: Db,
  who: Principal,
  { id, accepts }: { id: number; accepts: boolean },
  list: QueryOf<typeof accessReviews.accessReviewItems>,
) {
  const nameOf = (column: string) =>
    sql<
      string | null
    >`(select users.name from users where users.id = ${sql.ref(column)} and ${userInScope(scopeOf(who))})`
  return findPage({
    list,
    from: db
      .selectFrom('access_review_items as i')
      .innerJoin('users as u', 'u.id', 'i.user_id')
      .innerJoin('companies as c', 'c.id', 'i.company_id')
      .innerJoin('profiles as p', 'p.id', 'i.profile_id')
      .innerJoin('modules as m', 'm.id', 'p.module_id'),
    rows: db
      .selectFrom('access_review_items as i')
      .innerJoin('users as u', 'u.id', 'i.user_id')
      .innerJoin('companies as c', 'c.id', 'i.company_id')
      .innerJoin('profiles as p', 'p.id', 'i.profile_id')
      .innerJoin('modules as m', 'm.id', 'p.module_id')
      .leftJoin('user_profiles as up', 'up.id', 'i.assignment_id')
      .select([
        'i.id',
        sql<ReviewItem['user']>`json_build_object('id', u.id, 'name', u.name, 'email', u.email)`.as(
          'user',
        ),
        named('c').as('company'),
        named('m').as('module'),
        named('p').as('profile'),
        'i.spid',
        'up.created_at',
        nameOf('up.created_by').as('granted_by'),
        'up.reason',
        'up.end_at as end_date',
        'i.decision',
        sql<string | null>`i.end_day::text`.as('end_day'),
        nameOf('i.decided_by').as('decided_by'),
        'i.outcome',
        sql<boolean>`${accepts}::boolean and i.outcome is null and i.user_id <> ${who.userId}`.as(
          'can_decide',
        ),
      ])
      .$narrowType<Pick<ItemRow, 'decision' | 'outcome'>>(),
    conditions: [
      sql`i.review_id = ${id}`,
      itemInScope(who),
      ...filtered(list, {
        company_id: (wanted) => sql`i.company_id = ${wanted}`,
        module_id: (wanted) => sql`p.module_id = ${wanted}`,
        profile_id: (wanted) => sql`i.profile_id = ${wanted}`,
        state: (wanted) => sql`${itemState} = ${wanted}`,
      }),
    ],
    searched: {
      name: sql`search_fold(u.name)`,
      shows: (pattern) =>
        sql`search_fold(concat_ws(chr(10), u.name, u.email, c.name, m.name, p.name, i.spid,
          ${shownOf(sql.ref('i.decision'), reviewDecisions)}, ${shownOf(itemState, reviewItemStates)})) like ${pattern}`,
    },
    sorts: {
      company: sql`lower(c.name) collate natural_order`,
      name: sql`lower(u.name) collate natural_order`,
      module: sql`lower(m.name) collate natural_order`,
    },
    id: sql.ref('i.id'),
  })
}

const ids = (given: readonly number[]) => sql`${[...given]}::integer[]`

/** Returns how many of these ids exist. */
export async function countExisting(
  db: Db,
  table: ScopeTable,
  given: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found from ${sql.table(table)} where id = any (${ids(given)})`.execute(
    db,
  )
  return rows[0]?.found ?? 0
}

export async function insertReview(
  db: Db,
  review: NewReview,
  { by, now }: { by: number; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('access_reviews')
    .values({ ...review, begin_at: now, started_at: now, created_at: now, created_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates the items of a review: the assignments of its scope that have not ended, by user. Returns their number. */
export async function insertItems(db: Db, reviewId: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into access_review_items (review_id, assignment_id, user_id, profile_id, company_id, spid)
    select r.id, up.id, up.user_id, up.profile_id, up.company_id, up.spid
    from access_reviews r join user_profiles up
      on (r.company_ids = '{}' or up.company_id = any (r.company_ids)) and (r.profile_ids = '{}' or up.profile_id = any (r.profile_ids))
    join users u on u.id = up.user_id and u.active
    join companies c on c.id = up.company_id and c.active
    join profiles p on p.id = up.profile_id and p.active and (r.module_ids = '{}' or p.module_id = any (r.module_ids))
    where r.id = ${reviewId} and (up.end_at is null or up.end_at > ${now})
    order by lower(u.name) collate natural_order, u.id, p.module_id, up.id`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export interface LockedReview {
  id: number
  name: string
  reviewers: 'masters' | 'administrators'
  started_at: Date | null
  deadline: Date
  closed_at: Date | null
}

/** Locks a review that the caller sees until the transaction ends. With `share`, other decisions do not wait. */
export async function lockReview(
  db: Db,
  who: Principal,
  { id, share }: { id: number; share: boolean },
): Promise<LockedReview | undefined> {
  const { rows } = await sql<LockedReview>`
    select r.id, r.name, r.reviewers, r.started_at, r.deadline, r.closed_at from access_reviews r
    where r.id = ${id} and ${reviewInScope(who)} ${share ? sql`for share` : sql`for update`}`.execute(
    db,
  )
  return rows[0]
}

/** Whether the caller decides in a review for these reviewers. */
export const isReviewer = (who: Principal, reviewers: 'masters' | 'administrators'): boolean =>
  reviewers === 'masters' || isAdministrator(who)

export async function markCancelled(
  db: Db,
  id: number,
  { by, now }: { by: number; now: Date },
): Promise<void> {
  await db
    .updateTable('access_reviews')
    .set({ closed_at: now, cancelled_by: by })
    .where('id', '=', id)
    .execute()
}

/** An item that is decided or confirmed, with its assignment as it is now. */
export interface ReviewedItem {
  id: number
  user_id: number
  profile_id: number
  company_id: number
  spid: string | null
  decision: ReviewDecision | null
  end_day: string | null
  outcome: ReviewOutcome | null
  /** Whether the assignment exists and has not ended. */
  held: boolean
  suspended: boolean
  /** Days of the assignment in São Paulo. */
  begin_date: string | null
  end_date: string | null
  reason: string | null
}

/**
 * Locks the user links and the assignments of items until the transaction ends, in the order in which every write of
 * assignments locks them. The items are locked afterwards, because removing an assignment also changes its items.
 * `condition` is on `access_review_items i`.
 */
export async function lockAssignments(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  await sql`select from user_companies uc
    where (uc.user_id, uc.company_id) in (select i.user_id, i.company_id from access_review_items i where ${condition})
    order by uc.user_id, uc.company_id for no key update`.execute(db)
  await sql`select from user_profiles up
    where up.id in (select i.assignment_id from access_review_items i where ${condition})
    order by up.id for update`.execute(db)
}

/** Locks and returns the items of a review that the caller may write, with their assignments. */
export async function lockItems(
  db: Db,
  who: Principal,
  { reviewId, itemIds, now }: { reviewId: number; itemIds: readonly number[]; now: Date },
): Promise<ReviewedItem[]> {
  const wanted = sql`i.review_id = ${reviewId} and i.id = any (${ids(itemIds)}) and ${itemInScope(who)}
    and ${companyInScope(writeScopeOf(who), sql.ref('i.company_id'))}`
  await lockAssignments(db, wanted)
  const { rows } = await sql<ReviewedItem>`
    select i.id, i.user_id, i.profile_id, i.company_id, i.spid, i.decision, i.end_day::text as end_day, i.outcome,
      coalesce(up.end_at is null or up.end_at > ${now}, false) and up.id is not null as held,
      up.suspended_at is not null as suspended, up.reason,
      (up.begin_at at time zone 'America/Sao_Paulo')::date::text as begin_date,
      (up.end_at at time zone 'America/Sao_Paulo')::date::text as end_date
    from access_review_items i left join user_profiles up on up.id = i.assignment_id
    where ${wanted}
    order by i.id for update of i`.execute(db)
  return rows
}

interface Noted {
  id: number
  decision: ReviewDecision | null
  end_day?: string | undefined
}

/** Stores decisions. Returns the number of items whose decision changed. */
export async function noteDecisions(
  db: Db,
  items: readonly Noted[],
  { by, now }: { by: number; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update access_review_items i set decision = noted.decision, end_day = noted.end_day,
      decided_at = case when noted.decision is not null then ${now}::timestamptz end,
      decided_by = case when noted.decision is not null then ${by}::integer end
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as noted(id integer, decision text, end_day date)
    where i.id = noted.id and (i.decision, i.end_day) is distinct from (noted.decision, noted.end_day)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Sets the outcome of items. */
export async function settleItems(
  db: Db,
  settled: readonly { id: number; outcome: ReviewOutcome }[],
  { by, now }: { by: number | null; now: Date },
): Promise<void> {
  await sql`
    update access_review_items i set outcome = settled.outcome, settled_at = ${now},
      decided_by = coalesce(${by}::integer, i.decided_by)
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as settled(id integer, outcome text)
    where i.id = settled.id`.execute(db)
}
