import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** A right that was created under a delegation, from the audit log. */
export interface DelegatedRight {
  /** Number of the audit event. */
  seq: string
  happened_at: Date
  delegation_id: number
  /** E-mail of the delegate. */
  made_by: string | null
  kind: 'profile' | 'function' | 'action' | 'user-profile' | 'api-token' | 'delegation' | 'user'
  /** Name and id of the right. */
  what: string
  /** Name of the right's company, or null. */
  company: string | null
  /**
   * Whether the right that this event created still exists. False if it was removed, even if it was given again later.
   */
  live: boolean
}

/**
 * Lists the rights that were created under a delegation before the server began to refuse such writes (decision 52). An
 * administrator reviews them after the upgrade. These rights are profiles created or activated, functions and actions
 * added to profiles, user-profiles, API tokens, further delegations, users activated or unblocked, and e-mails
 * corrected. Events that were erased from the audit log are not found.
 */
export async function listDelegatedRights(db: Db, now: Date): Promise<DelegatedRight[]> {
  const { rows } = await sql<DelegatedRight>`
    with events as materialized (
      select e.seq, e.happened_at, e.delegation_id, e.user_id, e.event, e.before, e.after, e.target,
        split_part(e.target, ':', 1) as resource, split_part(e.target, ':', 2) as target_id
      from audit_events e where e.delegation_id is not null
    ), given as (
      select e.*, row.user_id as holder_id, row.profile_id, row.company_id, row.spid
      from events e cross join lateral jsonb_to_recordset(e.after -> 'user_profiles')
        as row(user_id integer, profile_id integer, company_id integer, spid text)
      union all
      select e.*, u.id, (e.after ->> 'profile_id')::integer, (e.after ->> 'company_id')::integer, e.after ->> 'spid'
      from events e join users u on e.resource = 'user' and u.id::text = e.target_id or e.resource = 'email' and u.email = e.target_id
      where e.event in ('user-profile.given', 'user.created') and e.after ->> 'profile_id' is not null
    ), put as (
      select e.*, 'function' as kind, id::integer as id from events e cross join lateral jsonb_array_elements_text(e.after -> 'function_id') as id
      where e.event in ('profile-function.added', 'function-action.added')
      union all
      select e.*, 'action', id::integer from events e cross join lateral jsonb_array_elements_text(e.after -> 'action_id') as id
      where e.event in ('profile-function.added', 'function-action.added')
    ), found as (
      select e.seq, e.happened_at, e.delegation_id, e.user_id, 'profile' as kind,
        format('%s (%s)', p.name, p.id) as what, p.company_id, p.active as live
      from events e join profiles p on e.resource = 'profile' and p.id::text = e.target_id
      where e.event = 'profile.created' or e.event = 'profile.updated' and e.before ->> 'status' = '0' and e.after ->> 'status' = '1'
      union all
      select e.seq, e.happened_at, e.delegation_id, e.user_id, e.kind,
        format('%s (%s) in profile %s (%s)', coalesce(a.name, f.name), e.id, p.name, p.id), p.company_id,
        case e.kind when 'function' then exists (select from profile_functions pf where pf.profile_id = p.id and pf.function_id = e.id)
          else exists (select from profile_actions pa where pa.profile_id = p.id and pa.action_id = e.id) end
      from put e join profiles p on e.resource = 'profile' and p.id::text = e.target_id
      left join functions f on e.kind = 'function' and f.id = e.id left join actions a on e.kind = 'action' and a.id = e.id
      union all
      select e.seq, e.happened_at, e.delegation_id, e.user_id, 'user-profile',
        format('profile %s (%s) for %s (%s)%s', p.name, p.id, u.email, u.id, ' SPID ' || e.spid), e.company_id,
        exists (select from user_profiles up where up.user_id = e.holder_id and up.profile_id = e.profile_id
          and up.company_id = e.company_id and up.spid is not distinct from e.spid and up.created_at <= e.happened_at
          and (up.end_at is null or up.end_at > ${now}))
      from given e join profiles p on p.id = e.profile_id join users u on u.id = e.holder_id
      union all
      select e.seq, e.happened_at, e.delegation_id, e.user_id, 'api-token',
        format('token %s… (%s) of %s', t.start, t.id, u.email), t.company_id,
        t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now})
      from events e join api_tokens t on t.id::text = e.after ->> 'api_token_id' join users u on u.id = t.user_id
      where e.event = 'api-token.created'
      union all
      select e.seq, e.happened_at, e.delegation_id, e.user_id, 'delegation',
        format('delegation %s to %s', d.id, u.email), d.company_id,
        d.closed_at is null and (d.end_at is null or d.end_at > ${now})
      from events e join delegations d on d.id::text = e.after ->> 'delegation_id' join users u on u.id = d.user_id
      where e.event = 'delegation.created'
      union all
      select e.seq, e.happened_at, e.delegation_id, e.user_id, 'user',
        format('%s (%s)', u.email, u.id), null::integer, u.active and not u.suspended
      from events e join users u on e.resource = 'user' and u.id::text = e.target_id
      where e.event = 'user.activated' or e.event = 'user.block-changed' and e.after ->> 'suspended' = 'false'
      union all
      select e.seq, e.happened_at, e.delegation_id, e.user_id, 'user',
        format('e-mail %s of user %s', e.after ->> 'email', u.id), null::integer, u.active and u.email = e.after ->> 'email'
      from events e join users u on e.resource = 'user' and u.id::text = e.target_id
      where e.event = 'user.updated' and e.before ->> 'email' <> e.after ->> 'email'
    )
    select f.seq::text as seq, f.happened_at, f.delegation_id, maker.email as made_by, f.kind, f.what, c.name as company, f.live
    from found f left join users maker on maker.id = f.user_id left join companies c on c.id = f.company_id
    order by f.live desc, f.seq, f.kind, f.what`.execute(db)
  return rows
}
