import { sql } from 'kysely'
import { commonModuleId } from '../../contract/constants.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'

/** The access that a user requests, as the user names it. */
interface RequestedPlace {
  company_id: number
  module_id: number
  spid?: string | undefined
  function_path?: string | undefined
  action_path?: string | undefined
}

/** The same access by ids. */
export interface RequestedAccess {
  company_id: number
  module_id: number
  spid: string | null
  function_id: number | null
  action_id: number | null
}

interface FoundPlace {
  days_max: number | null
  entitled: boolean
  spid_known: boolean
  function_id: number | null
  action_id: number | null
}

/**
 * Returns the requested access, and the maximum term of the company in days. Throws if the company is not one of the
 * user's, if it is not entitled to the module, or if it has no such SPID, function or action. Whatever belongs to other
 * companies is not found.
 */
export async function findRequestedAccess(
  db: Db,
  userId: number,
  place: RequestedPlace,
): Promise<RequestedAccess & { days_max: number | null }> {
  const { company_id, module_id, spid, function_path, action_path } = place
  if (action_path !== undefined && function_path === undefined)
    throw new Problem('invalid-input', { fields: { function_path: 'Informe a função.' } })
  const { rows } = await sql<FoundPlace>`
    select c.assignment_days_max as days_max,
      m.id is not null and m.id <> ${commonModuleId} and s.active
        and exists (select from seat_grants sg where sg.company_id = c.id and sg.module_id = m.id) as entitled,
      ${spid ?? null}::text is null or coalesce(m.is_enable_spid, false)
        and exists (select from spids sp where sp.company_id = c.id and sp.spid = ${spid ?? null}) as spid_known,
      f.id as function_id, a.id as action_id
    from user_companies uc
    join companies c on c.id = uc.company_id and c.active
    left join modules m on m.id = ${module_id} and m.active
    left join services s on s.id = m.service_id
    left join lateral (select f.id from functions f
      where f.url = ${function_path ?? null}::text and f.module_id in (m.id, ${commonModuleId}) and f.active
        and f.environment is distinct from 'back'
      order by f.module_id = m.id desc, f.id limit 1) f on true
    left join lateral (select a.id from actions a
      where a.function_id = f.id and a.path = ${action_path ?? null}::text and a.active order by a.id limit 1) a on true
    where uc.user_id = ${userId} and uc.company_id = ${company_id}`.execute(db)
  const found = requireFound(rows[0], 'company-not-found')
  if (!found.entitled) throw new Problem('module-not-found')
  if (!found.spid_known) throw new Problem('spid-not-found')
  if (function_path !== undefined && found.function_id === null)
    throw new Problem('function-not-found')
  if (action_path !== undefined && found.action_id === null) throw new Problem('action-not-found')
  const { days_max, function_id, action_id } = found
  return { company_id, module_id, spid: spid ?? null, function_id, action_id, days_max }
}

/**
 * SQL condition on `access_requests r`: the requested access is open. Without a SPID, one that opens for any SPID
 * suffices.
 */
export const isOpen = (now: Date) => sql<boolean>`exists (
  select from access_links(${now}::timestamptz) l
  left join function_links fl on fl.profile_id = l.profile_id and fl.function_id = r.function_id
  left join action_links al on al.profile_id = l.profile_id and al.function_id = r.function_id and al.action_id = r.action_id
  where l.opens and l.user_id = r.requester_id and l.company_id = r.company_id and l.module_id = r.module_id
    and l.place_spid is not distinct from r.spid
    and (r.function_id is null or fl.function_active) and (r.action_id is null or al.action_active))`

/** Returns whether the user can open the requested access at this moment. */
export async function opensNow(
  db: Db,
  userId: number,
  { company_id, module_id, spid, function_id, action_id }: RequestedAccess,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select ${isOpen(now)} as open from (select ${userId}::integer as requester_id, ${company_id}::integer as company_id,
      ${module_id}::integer as module_id, ${spid}::text as spid, ${function_id}::integer as function_id,
      ${action_id}::integer as action_id) r`.execute(db)
  return rows[0]?.open === true
}
