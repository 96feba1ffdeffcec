import type pg from 'pg'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import type { ScreenGrants } from './system-grants.ts'

/** Ids of rows that this start created, so no administrator can have changed them yet. */
export interface Fresh {
  profiles: readonly number[]
  functions: readonly number[]
  actions: readonly number[]
}

/**
 * Adds missing screens and actions to the system profiles. It only adds a grant if profile, screen or action is new,
 * because otherwise an administrator has removed the grant. The administrators' own profile always gets everything.
 * Never removes a grant.
 */
export async function grantScreens(
  client: pg.ClientBase,
  grants: readonly { profileId: number; screens: ScreenGrants }[],
  fresh: Fresh,
): Promise<void> {
  const intended = grants.flatMap(({ profileId, screens }) =>
    Object.entries(screens).map(([url, actions]) => ({ profile_id: profileId, url, actions })),
  )
  const shared = [JSON.stringify(intended), consoleModuleId, administratorProfileId, fresh.profiles]
  await client.query(
    `insert into profile_functions (profile_id, function_id, module_id)
     select p.id, f.id, f.module_id
     from jsonb_to_recordset($1) intended(profile_id integer, url text)
     join profiles p on p.id = intended.profile_id and p.module_id = $2
     join functions f on f.module_id = $2 and f.environment = 'front' and f.url = intended.url
     where p.id = $3 or p.id = any($4) or f.id = any($5)
     on conflict do nothing`,
    [...shared, fresh.functions],
  )
  await client.query(
    `insert into profile_actions (profile_id, function_id, action_id)
     select pf.profile_id, pf.function_id, a.id
     from jsonb_to_recordset($1) intended(profile_id integer, url text, actions jsonb)
     join functions f on f.module_id = $2 and f.environment = 'front' and f.url = intended.url
     join profile_functions pf on pf.profile_id = intended.profile_id and pf.function_id = f.id
     join actions a on a.function_id = f.id and intended.actions ? a.path
     where pf.profile_id = $3 or pf.profile_id = any($4) or a.id = any($5)
     on conflict do nothing`,
    [...shared, fresh.actions],
  )
}
