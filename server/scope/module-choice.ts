import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'
import { moduleInScope } from './catalogue-scope.ts'
import { scopeOf } from './scope.ts'

/** SQL condition on `modules` and `services`: both are active, so selects offer the module. */
export const moduleIsActive: RawBuilder<boolean> = sql<boolean>`(modules.status = 1 and services.active)`

/**
 * Returns the refusal of modules that can't be chosen for a new record (out of scope or inactive), or undefined if all
 * can. Existing records keep their module, active or not.
 */
export async function refusalOfModules(
  db: Db,
  who: Principal,
  ids: readonly number[],
): Promise<string | undefined> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ active: boolean }>`
    select ${moduleIsActive} as active from modules join services on services.id = modules.service_id
    where modules.id = any (${wanted}::integer[]) and ${moduleInScope(scopeOf(who), sql.ref('modules.id'))}`.execute(
    db,
  )
  if (rows.length < wanted.length) return 'Módulo não encontrado.'
  return rows.every(({ active }) => active) ? undefined : 'Este módulo está inativo.'
}
