import { sql } from 'kysely'
import {
  type DataRequestState,
  type dataRequests,
  dataRequestStates,
  type OwnDataRequest,
} from '../../contract/data-requests.ts'
import { correctionFields, type CorrectionField } from '../../contract/correction-fields.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import { homeDays } from '../../contract/home-days.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { after, days } from '../shared/clock.ts'

export const dataRequestConstraints: ConstraintMeanings = {
  data_requests_open_key: { problems: ['data-request-open'], field: 'field' },
}

interface NewRequest {
  user_id: number
  field: CorrectionField
  wanted: string
  now: Date
  due: Date
}

/** Creates a request. A constraint refuses a second open request for the same field. */
export async function insertRequest(db: Db, { now, due, ...values }: NewRequest): Promise<number> {
  const { id } = await db
    .insertInto('data_requests')
    .values({ ...values, created_at: now, due_at: due })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Lists the correction requests of a user, newest first. */
export function listOwnRequests(db: Db, userId: number, take: number) {
  return db
    .selectFrom('data_requests')
    .select(['id', 'field', 'wanted', 'created_at', 'due_at', 'answered_at', 'accepted', 'answer'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(take)
    .$narrowType<Pick<OwnDataRequest, 'field'>>()
    .execute()
}

/** SQL expression: the state of a request at this time. */
const stateAt = (now: Date) =>
  sql<DataRequestState>`case when r.answered_at is not null then 'answered' when r.due_at <= ${now} then 'late' else 'open' end`

const shownState = (now: Date) =>
  sql`case when r.answered_at is not null then ${sql.lit(dataRequestStates.answered)}
    when r.due_at <= ${now} then ${sql.lit(dataRequestStates.late)} else ${sql.lit(dataRequestStates.open)} end`

/** Sort key: open requests by due date, then answered ones. The index `data_requests_waiting_idx` covers it. */
const waitsUntil = sql`case when r.answered_at is null then r.due_at else 'infinity' end`

const shownField = sql`case r.field ${sql.join(
  Object.entries(correctionFields).map(
    ([field, words]) => sql`when ${sql.lit(field)} then ${sql.lit(words)}`,
  ),
  sql` `,
)} end`

const searchLine = (now: Date) => sql`concat_ws(chr(10),
  search_fold(concat_ws(chr(10), u.name, u.email, ${shownField}, ${shownState(now)})),
  search_instant(r.created_at), search_instant(r.due_at))`

const selectRequests = (db: Db, now: Date) =>
  db
    .selectFrom('data_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.user_id',
      'u.name',
      'u.email',
      sql<CorrectionField>`r.field`.as('field'),
      'r.created_at',
      'r.due_at',
      stateAt(now).as('state'),
    ])

/** SQL condition on `data_requests r`: open, and the term ends soon. */
const isDue = (now: Date) =>
  sql<boolean>`(r.answered_at is null and r.due_at > ${now} and r.due_at < ${after(now, days(homeDays.requestDue))})`

/** Lists the requests of all users. */
export function listRequests(
  db: Db,
  list: QueryOf<typeof dataRequests.dataRequestList>,
  now: Date,
) {
  return findPage({
    list,
    from: db.selectFrom('data_requests as r').innerJoin('users as u', 'u.id', 'r.user_id'),
    rows: selectRequests(db, now),
    conditions: filtered(list, {
      state: (state) => (state === 'due' ? isDue(now) : sql`${stateAt(now)} = ${state}`),
      field: (field) => sql`r.field = ${field}`,
    }),
    searched: {
      name: sql`search_fold(u.name)`,
      shows: (pattern) => sql`${searchLine(now)} like ${pattern}`,
    },
    sorts: {
      state: waitsUntil,
      due_at: sql`r.due_at`,
      created_at: sql`r.created_at`,
      name: sql`lower(u.name) collate natural_order`,
      field: shownField,
    },
    id: sql.ref('r.id'),
  })
}

/** Returns a request with the current value of its field. */
export function findRequest(db: Db, id: number, now: Date) {
  return selectRequests(db, now)
    .select([
      'r.wanted',
      'r.answered_at',
      'r.accepted',
      'r.answer',
      sql<string | null>`case r.field when 'name' then u.name when 'email' then u.email
        when 'phone_number' then u.phone_number when 'code' then u.code end`.as('present'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()
}

/** Locks and returns a request until the transaction ends. Includes the recipient of the notification. */
export function lockRequest(db: Db, id: number) {
  return db
    .selectFrom('data_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.user_id',
      sql<CorrectionField>`r.field`.as('field'),
      'r.answered_at',
      'u.name',
      'u.email',
      'u.active',
    ])
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirst()
}

interface Answer {
  accepted: boolean
  answer: string
  by: number
  now: Date
}

export async function answerRequest(
  db: Db,
  id: number,
  { accepted, answer, by, now }: Answer,
): Promise<void> {
  await db
    .updateTable('data_requests')
    .set({ accepted, answer, answered_by: by, answered_at: now })
    .where('id', '=', id)
    .execute()
}
