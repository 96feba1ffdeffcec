import { type RawBuilder, sql } from 'kysely'
import { signInDays, signInsMax } from '../../contract/home.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'
import { hasEveryPerson, userInScope } from '../scope/user-scope.ts'

interface DayOfSignIns {
  day: string
  count: number
  more: boolean
}

/** Counts the sessions started on each of the last days (São Paulo time), oldest first. */
export async function countSignIns(db: Db, scope: Scope, now: Date): Promise<DayOfSignIns[]> {
  const { rows } = await sql<DayOfSignIns>`
    with days as (
      select day::date as day, day at time zone 'America/Sao_Paulo' as begins,
        (day + interval '1 day') at time zone 'America/Sao_Paulo' as ends
      from (select (${now}::timestamptz at time zone 'America/Sao_Paulo')::date::timestamp as today) as t,
        generate_series(today - make_interval(days => ${sql.lit(signInDays - 1)}), today, interval '1 day') as day)
    ${hasEveryPerson(scope) ? ofAllUsers : ofUsersInScope(scope)}
    order by day`.execute(db)
  return rows
}

const counted = sql`to_char(days.day, 'YYYY-MM-DD') as day,
  least(found.count, ${sql.lit(signInsMax)})::integer as count, found.count > ${sql.lit(signInsMax)} as more`

/** Counts each day up to the maximum. Uses an index-only scan of `sessions_created_idx`. */
const ofAllUsers: RawBuilder<unknown> = sql`
  select ${counted}
  from days cross join lateral (
    select count(*) as count from (
      select from sessions s where s.created_at >= days.begins and s.created_at < days.ends
      limit ${sql.lit(signInsMax + 1)}
    ) as one
  ) as found`

/** Counts the sessions of users in scope. Makes one lookup per user in `sessions_user_created_idx`. */
const ofUsersInScope = (scope: Scope): RawBuilder<unknown> => sql`
  select ${counted}
  from days join (
    select days.day, count(one.created_at) as count
    from days left join (
      select s.created_at from users join sessions s on s.user_id = users.id
        and s.created_at >= (select min(begins) from days)
      where ${userInScope(scope)}
      limit ${sql.lit(signInDays * signInsMax)}
    ) as one on one.created_at >= days.begins and one.created_at < days.ends
    group by days.day
  ) as found using (day)`
