import { sql } from 'kysely'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import type { Message } from '../outbox/outbox-queries.ts'
import { type Recipient, roleGivenNotice, type NotifiedRole } from '../outbox/security-notices.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { asTable } from './user-profile-queries.ts'

/** Assignments that a save has removed and added. */
interface AssignmentChanges {
  removed: readonly UserProfile[]
  added: readonly UserProfile[]
}

/** Notifies users who became administrators, or master users of a company, by this save. */
export async function enqueueRoleNotices(
  db: Db,
  keyring: Keyring,
  changed: AssignmentChanges,
): Promise<void> {
  if (changed.added.length === 0) return
  await enqueueBulk(db, keyring, { messages: noticesOf(await findNewRoles(db, changed)) })
}

/** Returns the notices of new roles for an assignment to many users. The caller sends them as bulk mail. */
export async function newRoleNotices(db: Db, added: readonly UserProfile[]): Promise<Message[]> {
  return noticesOf(await findNewRoles(db, { removed: [], added }))
}

type RoleNotice = Recipient & { role: NotifiedRole }

const noticesOf = (notices: readonly RoleNotice[]): Message[] =>
  notices.map(({ role, ...to }) => roleGivenNotice(to, role))

/** Selects new roles. The master role counts for each company, the administrator role only once. */
async function findNewRoles(db: Db, { removed, added }: AssignmentChanges): Promise<RoleNotice[]> {
  const { rows } = await sql<RoleNotice>`
    with added as (select * from ${asTable(added)}), removed as (select * from ${asTable(removed)}),
    roles as (
      select id, case when id = ${administratorProfileId} then 'administrator' else 'master' end as role from profiles
      where active and (id = ${administratorProfileId} or module_id = ${consoleModuleId} and master_profile)),
    had as (
      select up.user_id, up.company_id, roles.role from user_profiles up join roles on roles.id = up.profile_id
      where up.user_id in (select user_id from added) and (up.end_at is null or up.end_at > now()) and not exists (select from added
        where added.user_id = up.user_id and added.profile_id = up.profile_id and added.company_id = up.company_id
          and added.spid is not distinct from up.spid)
      union all
      select removed.user_id, removed.company_id, roles.role from removed join roles on roles.id = removed.profile_id)
    select distinct users.name, users.email, roles.role
    from added join roles on roles.id = added.profile_id join users on users.id = added.user_id
    where not exists (select from had where had.user_id = added.user_id and had.role = roles.role
      and (roles.role = 'administrator' or had.company_id = added.company_id))`.execute(db)
  return rows
}
