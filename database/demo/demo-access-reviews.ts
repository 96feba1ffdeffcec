import type pg from 'pg'
import { daysBefore, endOfDay } from './demo-dates.ts'
import { demoPeople } from './demo-people.ts'

/** Inserts a review of two companies that ends in twelve days, with a few noted and confirmed decisions. */
export async function insertAccessReviews(client: pg.ClientBase, today: Date): Promise<void> {
  const { administrator, master } = demoPeople
  await client.query(
    `with review as (
       insert into access_reviews (name, company_ids, reviewers, begin_at, started_at, deadline, repeat_months, created_at, created_by)
       select 'Revisão semestral de acessos', '{2,3}', 'masters', start, start, finish, 6, start, $1
       from (select $3::timestamptz as start, $4::timestamptz as finish) term
       returning id, begin_at),
     assigned as (
       select up.*, row_number() over (partition by up.company_id order by up.id) as place
       from user_profiles up join users u on u.id = up.user_id and u.active
       where up.company_id in (2, 3) and (up.end_at is null or up.end_at > now()))
     insert into access_review_items (review_id, assignment_id, user_id, profile_id, company_id, spid, decision, decided_at, decided_by, outcome, settled_at)
     select review.id, assigned.id, user_id, profile_id, company_id, spid,
       case when company_id = 2 and place between 8 and 11 and user_id <> $2 then 'keep' end,
       case when company_id = 2 and place between 8 and 11 and user_id <> $2 then now() - interval '2 days' end,
       case when company_id = 2 and place between 8 and 11 and user_id <> $2 then $2::integer end,
       case when company_id = 2 and place between 8 and 9 and user_id <> $2 then 'kept' end,
       case when company_id = 2 and place between 8 and 9 and user_id <> $2 then now() - interval '2 days' end
     from assigned cross join review order by assigned.id`,
    [administrator.id, master.id, daysBefore(today, 18), endOfDay(today, -12)],
  )
}
