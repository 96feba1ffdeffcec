import { sql } from 'kysely'
import type { Scope } from '../scope/scope.ts'
import { functionInScope } from '../scope/catalogue-scope.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'

export const profileFunctionConstraints: ConstraintMeanings = {
  profile_functions_function_fkey: {
    problems: ['function-in-use', 'function-not-found'],
    field: 'module_id',
  },
  profile_actions_action_fkey: { problems: ['action-not-found'] },
}

interface ChoiceAction {
  id: number
  name: string
  path: string | null
  active: boolean
  held: boolean
}

export interface ChoiceFunction {
  id: number
  name: string
  url: string
  environment: string | null
  method: string | null
  active: boolean
  /** Whether the profile has the function. */
  held: boolean
  /** Whether the function is active and in the caller's scope. If not, it can only be removed from the profile. */
  in_scope: boolean
  actions: ChoiceAction[]
}

/** A profile, and the module that its functions belong to. */
export interface ProfileOfModule {
  id: number
  module_id: number
}

/**
 * Returns the functions of the profile's module with their actions. Includes functions in scope, and functions that the
 * profile has. Uses one query.
 */
export async function findChoices(
  db: Db,
  scope: Scope,
  { id, module_id }: ProfileOfModule,
): Promise<ChoiceFunction[]> {
  const inScope = sql<boolean>`(functions.active and ${functionInScope(scope)})`
  const { rows } = await sql<ChoiceFunction>`
    select functions.id, functions.name, functions.url, functions.environment, functions.method,
      functions.active as active, pf.profile_id is not null as held, ${inScope} as in_scope,
      coalesce((
        select json_agg(json_build_object('id', a.id, 'name', a.name, 'path', a.path, 'active', a.active,
          'held', pa.profile_id is not null) order by lower(a.name) collate natural_order, a.id)
        from actions a
        left join profile_actions pa on pa.action_id = a.id and pa.profile_id = ${id}
        where a.function_id = functions.id and (a.active or pa.profile_id is not null)), '[]'::json) as actions
    from functions
    left join profile_functions pf on pf.function_id = functions.id and pf.profile_id = ${id}
    where functions.module_id = ${module_id} and (pf.profile_id is not null or ${inScope})
    order by lower(functions.name) collate natural_order, functions.id`.execute(db)
  return rows
}

/** Returns the functions and actions of a profile. Uses one query. */
export async function findHeld(db: Db, profileId: number) {
  const { rows } = await sql<{ id: number; actions: number[] }>`
    select pf.function_id as id, coalesce((
      select json_agg(pa.action_id order by pa.action_id) from profile_actions pa
      where pa.profile_id = pf.profile_id and pa.function_id = pf.function_id), '[]'::json) as actions
    from profile_functions pf where pf.profile_id = ${profileId} order by pf.function_id`.execute(
    db,
  )
  return { profile_id: profileId, functions: rows }
}

/** Functions and actions to add or remove. Each action is given with its function. */
export interface Links {
  functions: readonly { id: number }[]
  actions: readonly { id: number; function_id: number }[]
}

export async function insertLinks(db: Db, profile: ProfileOfModule, links: Links): Promise<void> {
  const { id: profile_id, module_id } = profile
  if (links.functions.length)
    await db
      .insertInto('profile_functions')
      .values(links.functions.map(({ id }) => ({ profile_id, function_id: id, module_id })))
      .execute()
  if (links.actions.length)
    await db
      .insertInto('profile_actions')
      .values(
        links.actions.map(({ id, function_id }) => ({ profile_id, function_id, action_id: id })),
      )
      .execute()
}

/** Deletes functions with their actions, and single actions. */
export async function deleteLinks(db: Db, profileId: number, links: Links): Promise<void> {
  if (links.actions.length)
    await db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', profileId)
      .where(
        'action_id',
        'in',
        links.actions.map(({ id }) => id),
      )
      .execute()
  if (links.functions.length)
    await db
      .deleteFrom('profile_functions')
      .where('profile_id', '=', profileId)
      .where(
        'function_id',
        'in',
        links.functions.map(({ id }) => id),
      )
      .execute()
}
