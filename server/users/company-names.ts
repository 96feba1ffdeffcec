import { sql } from 'kysely'
import { maxCompanyNames } from '../../contract/user-search.ts'

/** Joins the first company names of each row of `users`, and the number of companies. */
export const companyNames = sql`cross join lateral (
  select count(*)::integer as company_count,
    coalesce(array_agg(named.name order by named.nth) filter (where named.nth <= ${sql.lit(maxCompanyNames)}), '{}') as company_names
  from (
    select companies.name, row_number() over (order by lower(companies.name) collate natural_order, companies.id) as nth
    from user_companies uc join companies on companies.id = uc.company_id
    where uc.user_id = users.id) as named) as employers`
