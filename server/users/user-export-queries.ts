import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { userExports } from '../../contract/user-exports.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { plannedEachTime } from '../database/planned-each-time.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { heldProfileInScope } from '../scope/profile-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { conditionsOf, sorts, type UserScopes } from './user-search-queries.ts'

export type UserExportQuery = QueryOf<typeof userExports.userExport>

/** A line of the file: an assignment of a user, or a company in which the user has no assignment. */
export interface UserLine {
  name: string
  email: string
  phone_number: string | null
  code: string | null
  document: string | null
  spid: string | null
  service: string | null
  module: string | null
  profile: string | null
  begin_date: string | null
  end_date: string | null
  reason: string | null
}

interface Page {
  page: number
  take: number
  now: Date
}

/** Scope of each part of a line. Undefined if the part is not exported. */
export interface ExportScopes extends Pick<UserScopes, 'people' | 'invited' | 'recovering'> {
  code: Scope | undefined
  /** Scope of companies and assignments. */
  held: Scope | undefined
}

/**
 * Returns lines of users with their assignments, limited to data that the caller may read in other operations. Uses one
 * statement per page.
 */
export async function listUserLines(
  db: Db,
  { code, held, ...scopes }: ExportScopes,
  { sort, order, no_access, no_factor, invited, ...filters }: UserExportQuery,
  { page, take, now }: Page,
) {
  const conditions = conditionsOf(
    scopes,
    {
      ...filters,
      no_access: no_access === 1,
      no_factor: no_factor === 1,
      invited: invited === undefined ? null : invited === 1,
    },
    now,
  )
  const condition = allOf(userInScope(scopes.people), ...conditions)
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const nulls = order === 'asc' ? sql`nulls first` : sql`nulls last`
  const { rows } = await sql<UserLine & { total: number }>`
    select users.name, users.email, users.phone_number, case when ${code ? userInScope(code) : sql`false`} then users.code end as code,
      lines.document, lines.spid, lines.service, lines.module, lines.profile,
      lines.begin_date, lines.end_date, lines.reason, count(*) over () as total
    from users left join lateral (${held ? assignmentsIn(held, now) : noLines}) as lines on true
    where ${condition}
    order by ${sorts[sort]} ${direction} ${nulls}, users.id ${direction},
      lines.document, lower(lines.service), lower(lines.module), lower(lines.profile), lines.spid nulls first
    limit ${take} offset ${(page - 1) * take}`.execute(db.withPlugin(plannedEachTime))
  const totalRecords = rows[0]?.total ?? 0
  return {
    rows,
    pagination: { totalRecords, totalPage: Math.ceil(totalRecords / take) },
  }
}

const noLines = sql`select null as document, null as spid, null as service, null as module, null as profile,
  null as begin_date, null as end_date, null as reason where false`

/**
 * Selects a user's assignments in companies in scope that have not ended. Also selects the user's companies there
 * without such an assignment.
 */
function assignmentsIn(scope: Scope, now: Date): RawBuilder<unknown> {
  const day = (instant: string) =>
    sql`to_char(${sql.ref(instant)} at time zone 'America/Sao_Paulo', 'DD/MM/YYYY')`
  const notEnded = sql`((up.end_at is null or up.end_at > ${now}) and up.suspended_at is null)`
  const seen = companyInScope(scope, sql.ref('companies.id'))
  return sql`
      select companies.document, up.spid, s.name as service, m.name as module,
        -- An ambiguous name is replaced by the id.
        case when exists (select from profiles other where other.module_id = profiles.module_id and other.id <> profiles.id
          and lower(other.name) = lower(profiles.name)
          and (other.company_id is null or other.company_id = up.company_id))
        then profiles.id::text else profiles.name end as profile,
        ${day('up.begin_at')} as begin_date, ${day('up.end_at')} as end_date, up.reason
      from user_profiles up
      join companies on companies.id = up.company_id and ${seen}
      join profiles on profiles.id = up.profile_id and ${heldProfileInScope(scope)}
      join modules m on m.id = profiles.module_id
      join services s on s.id = m.service_id
      where up.user_id = users.id and ${userInScope(scope)} and ${notEnded}
      union all
      select companies.document, null, null, null, null, null, null, null
      from user_companies uc join companies on companies.id = uc.company_id and ${seen}
      where uc.user_id = users.id and ${userInScope(scope)} and not exists (select from user_profiles up
        join profiles on profiles.id = up.profile_id and ${heldProfileInScope(scope)}
        where up.user_id = users.id and up.company_id = uc.company_id and ${notEnded})`
}
