import { sql } from 'kysely'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import type { Message } from '../outbox/outbox-queries.ts'
import { type Recipient, roleGivenNotice, type TellingRole } from '../outbox/security-notices.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { asTable } from './user-profile-queries.ts'

/** What a save took and gave. */
interface Changed {
  gone: readonly UserProfile[]
  come: readonly UserProfile[]
}

/** Tells whoever is now administrator, or master user of a company, and was not before the save. */
export async function tellNewRoles(db: Db, keyring: Keyring, changed: Changed): Promise<void> {
  if (changed.come.length === 0) return
  await enqueueBulk(db, keyring, { messages: noticesOf(await findNewRoles(db, changed)) })
}

/** The same of a save that gives to many: what they are told, to be sent at a pace. */
export async function newRoleNotices(db: Db, come: readonly UserProfile[]): Promise<Message[]> {
  return noticesOf(await findNewRoles(db, { gone: [], come }))
}

type Told = Recipient & { role: TellingRole }

const noticesOf = (told: readonly Told[]): Message[] =>
  told.map(({ role, ...to }) => roleGivenNotice(to, role))

/** A master user is one of a company, so whoever becomes it in a second one is told; an administrator is one everywhere. */
async function findNewRoles(db: Db, { gone, come }: Changed): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with come as (select * from ${asTable(come)}), gone as (select * from ${asTable(gone)}),
    roles as (
      select id, case when id = ${administratorProfileId} then 'administrator' else 'master' end as role from profiles
      where status = 1 and (id = ${administratorProfileId} or module_id = ${consoleModuleId} and master_profile)),
    had as (
      select up.user_id, up.company_id, roles.role from user_profiles up join roles on roles.id = up.profile_id
      where up.user_id in (select user_id from come) and not exists (select from come
        where come.user_id = up.user_id and come.profile_id = up.profile_id and come.company_id = up.company_id
          and come.spid is not distinct from up.spid)
      union all
      select gone.user_id, gone.company_id, roles.role from gone join roles on roles.id = gone.profile_id)
    select distinct users.name, users.email, roles.role
    from come join roles on roles.id = come.profile_id join users on users.id = come.user_id
    where not exists (select from had where had.user_id = come.user_id and had.role = roles.role
      and (roles.role = 'administrator' or had.company_id = come.company_id))`.execute(db)
  return rows
}
