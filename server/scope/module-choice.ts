import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { moduleInScope } from './catalogue-scope.ts'
import { scopeOf } from './scope.ts'

/** SQL condition on `modules` and `services`: both are active, so forms offer the module. */
export const moduleIsActive: RawBuilder<boolean> = sql<boolean>`(modules.active and services.active)`

/**
 * Returns why these modules can't be chosen for a new record (out of scope or inactive); undefined if they can. An
 * existing record keeps its module even if the module is inactive.
 */
export async function refusalOfModules(
  db: Db,
  who: Principal,
  ids: readonly number[],
): Promise<string | undefined> {
  const requested = [...new Set(ids)]
  const { rows } = await sql<{ active: boolean }>`
    select ${moduleIsActive} as active from modules join services on services.id = modules.service_id
    where modules.id = any (${requested}::integer[]) and ${moduleInScope(scopeOf(who), sql.ref('modules.id'))}`.execute(
    db,
  )
  if (rows.length < requested.length) return 'Módulo não encontrado.'
  return rows.every(({ active }) => active) ? undefined : 'Este módulo está inativo.'
}
