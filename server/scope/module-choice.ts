import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'
import { moduleInScope } from './catalogue-scope.ts'
import { scopeOf } from './scope.ts'

/** Whether a module is offered in selects: it is active, and its service too. For statements that read from `modules` and `services`. */
export const moduleIsActive: RawBuilder<boolean> = sql<boolean>`(modules.status = 1 and services.active)`

/**
 * Returns the sentence that refuses modules which no select offers the caller for something new: those out of scope, and
 * inactive ones; undefined where all of them may be chosen. A record keeps the module it has, active or not.
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
