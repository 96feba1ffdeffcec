import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { separationRules, SeparationViolation } from '../../contract/separation-rules.ts'
import type { Db } from '../database/database.ts'
import { findPage } from '../database/list-page.ts'

const named = (column: 'first_profiles' | 'second_profiles') => sql<
  SeparationViolation['first_profiles']
>`(select json_agg(json_build_object('id', p.id, 'name', p.name) order by lower(p.name) collate natural_order, p.id)
  from profiles p where p.id = any (${sql.ref(`c.${column}`)}))`

const violationsOf = (db: Db, rule: number) =>
  db
    .selectFrom('separation_conflicts as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .innerJoin('companies as co', 'co.id', 'c.company_id')
    .where('c.rule_id', '=', rule)

/** Returns the people who violate a rule. The caller must see every company. */
export function listViolations(
  db: Db,
  rule: number,
  list: QueryOf<typeof separationRules.separationViolationList>,
) {
  const name = sql<string>`search_fold(u.name)`
  return findPage({
    list,
    from: violationsOf(db, rule),
    rows: violationsOf(db, rule).select([
      sql<string>`c.user_id || ':' || c.company_id`.as('id'),
      sql<SeparationViolation['user']>`json_build_object('id', u.id, 'name', u.name)`.as('user'),
      sql<SeparationViolation['company']>`json_build_object('id', co.id, 'name', co.name)`.as(
        'company',
      ),
      named('first_profiles').as('first_profiles'),
      named('second_profiles').as('second_profiles'),
      sql<Date | null>`nullif(c.until, 'infinity')`.as('until'),
      sql<Date | null>`(select max(e.end_at) from separation_exceptions e
        where e.user_id = c.user_id and e.company_id = c.company_id and e.rule_id = c.rule_id
          and e.approved_at is not null and e.closed_at is null and e.end_at > now() and e.end_at >= c.until)`.as(
        'excepted_until',
      ),
    ]),
    conditions: [],
    searched: {
      name,
      shows: (pattern) => sql`(${name} like ${pattern} or search_fold(co.name) like ${pattern})`,
    },
    sorts: {
      name: sql`lower(u.name) collate natural_order`,
      company: sql`lower(co.name) collate natural_order`,
    },
    id: sql`(c.user_id || ':' || c.company_id) collate "C"`,
  })
}
