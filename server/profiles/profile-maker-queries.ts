import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { profiles } from '../../contract/profiles.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { profileInScope } from '../scope/profile-scope.ts'
import type { Scope } from '../scope/scope.ts'

const makerId = sql.ref('makers.id')
const name = sql`search_fold(makers.name)`

/** Selects the owners of the profiles in scope: companies, and one entry with id 0 for all administrators. */
function makers(scope: Scope) {
  const inScope = profileInScope(scope)
  return sql<{ id: number; name: string }>`(
    select 0 as id, 'Administrador' as name
    where exists (select from profiles where profiles.company_id is null and ${inScope})
    union all
    select c.id, c.name from companies c
    where exists (select from profiles where profiles.company_id = c.id and ${inScope}))`.as(
    'makers',
  )
}

export function listMakers(db: Db, scope: Scope, list: QueryOf<typeof profiles.profileMakerList>) {
  return findPage({
    list,
    from: db.selectFrom(makers(scope)),
    rows: db.selectFrom(makers(scope)).select(['makers.id', 'makers.name']),
    conditions: filtered(list, { id: (id) => sql`makers.id = ${id}` }),
    searched: { name, shows: (pattern) => sql`${name} like ${pattern}` },
    sorts: { name: sql`lower(makers.name) collate natural_order` },
    id: makerId,
  })
}
