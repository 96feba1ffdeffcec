import { sql } from 'kysely'
import { administratorProfileId } from '../../contract/constants.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import { isInvited } from '../scope/invited-people.ts'
import { findBeyondOwn } from '../scope/account-rank.ts'
import {
  administratorIsLeft,
  isAdministratorAmong,
  takeTurnAtAdministrators,
} from '../scope/administrators.ts'
import { isAdministrator } from '../scope/scope.ts'
import { findSeen } from '../user-profiles/many-offer-queries.ts'
import { refusalToTake } from '../user-profiles/user-profile-policy.ts'
import { deleteUserProfiles } from '../user-profiles/user-profile-queries.ts'
import { findWanted } from '../user-profiles/wanted-queries.ts'
import { inChunks } from './chunks.ts'
import type { AppliedRow, UndoRules } from './import-rules.ts'
import { gainedBy, type UserImportParts } from './user-import-values.ts'

/**
 * Takes back what an import did with people: who was made is gone, with the invitation, as long as they haven't entered and
 * nobody gave them more; who was there loses what they were given.
 */
export function undoPeople({ who }: UserImportParts): UndoRules {
  return {
    async lock(db, ids) {
      if (await isAdministratorAmong(db, ids)) await takeTurnAtAdministrators(db)
      // Invitations before people, in which order they are sent too: a mail that is on its way is waited for.
      await sql`select from outbox where first_access_of = any (${ids}::integer[]) and sent_at is null order by id for update`.execute(
        db,
      )
      // Whoever hasn't come yet waits with their first access; others sign in meanwhile.
      await sql`select from users where id = any (${ids}::integer[]) and ${isInvited} order by id for update`.execute(
        db,
      )
      const { rows } = await sql<{ id: number; version: number }>`
        select id, version from users where id = any (${ids}::integer[]) order by id for key share`.execute(
        db,
      )
      // Whom the maker doesn't see is no record of theirs.
      return new Map([[0, 0], ...rows.map(({ id, version }) => [id, version] as const)])
    },
    async findUsed(db, applied) {
      if (!isAdministrator(who) && !(await isOwn(db, who, applied)))
        throw new Problem('import-not-found')
      await requireOwnKept(db, who, applied)
      return [...(await findEntered(db, applied)), ...(await findGivenMore(db, applied))]
    },
    async restore(db, applied) {
      await takeProfiles(db, applied)
      const linked = applied.map((each) => gainedBy(each)).filter((each) => each.linked)
      await sql`delete from user_companies uc using jsonb_to_recordset(${JSON.stringify(linked)}::jsonb) as gone(id integer, company_id integer)
        where uc.user_id = gone.id and uc.company_id = gone.company_id`.execute(db)
      await sql`delete from company_invitations ci using users, jsonb_to_recordset(${JSON.stringify(linked.filter(({ id }) => id === 0))}::jsonb) as gone(email text, company_id integer)
        where users.email = gone.email and ci.user_id = users.id and ci.company_id = gone.company_id and ci.invited_by = ${who.userId}`.execute(
        db,
      )
      const ofAdministrators = applied.some(
        (each) => gainedBy(each).profile_id === administratorProfileId,
      )
      if (ofAdministrators && !(await administratorIsLeft(db)))
        throw new Problem('import-changed-since')
      return applied.map(({ before }) => before)
    },
    async remove(db, ids) {
      const ofAdministrators = await isAdministratorAmong(db, ids)
      await inChunks([...new Set(ids)], async (part) => {
        await sql`delete from users where id = any (${part}::integer[])`.execute(db)
        return []
      })
      if (ofAdministrators && !(await administratorIsLeft(db)))
        throw new Problem('import-changed-since')
    },
  }
}

/**
 * Whether all of it is this person's to take back, who is no administrator and may have been one when it was imported: of
 * their company, of people they see, and what they could take one by one.
 */
async function isOwn(db: Db, who: Principal, applied: readonly AppliedRow[]): Promise<boolean> {
  if (applied.some((each) => gainedBy(each).company_id !== who.place?.companyId)) return false
  const ids = [...new Set(applied.map(({ after }) => after.id))].filter((id) => id !== 0)
  if ((await findSeen(db, who, ids)).size < ids.length) return false
  if ((await findBeyondOwn(db, who, ids)).size > 0) return false
  const facts = await findWanted(db, who, applied.flatMap(givenBy))
  return facts.every((row) => refusalToTake(who, row) === undefined)
}

/** Nobody takes the administrator's profile from themselves, by no other way either (rulings §10). */
async function requireOwnKept(
  db: Db,
  who: Principal,
  applied: readonly AppliedRow[],
): Promise<void> {
  const own = applied.flatMap(givenBy).filter(({ user_id }) => user_id === who.userId)
  const codes = (await findWanted(db, who, own)).map((row) => refusalToTake(who, row))
  if (codes.includes('administrator-indispensable'))
    throw new Problem('administrator-indispensable')
}

/** Who was made by it and has entered since. */
async function findEntered(db: Db, applied: readonly AppliedRow[]): Promise<number[]> {
  const made = applied.filter(({ before }) => !before).map(({ after }) => after.id)
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any (${made}::integer[]) and not ${isInvited}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who was made, or linked to a company, by it and holds something there by now that isn't of it. */
async function findGivenMore(db: Db, applied: readonly AppliedRow[]): Promise<number[]> {
  const rows = applied.map((each) => ({ ...gainedBy(each), made: each.before === null }))
  const { rows: found } = await sql<{ id: number }>`
    with own as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as line(id integer, company_id integer, linked boolean, profile_id integer, spid text, made boolean)),
    concerned as (select distinct id, case when made then null else company_id end as company_id from own where made or linked)
    select up.user_id as id from user_profiles up
    join concerned c on c.id = up.user_id and (c.company_id is null or c.company_id = up.company_id)
    left join own on own.id = up.user_id and own.company_id = up.company_id and own.profile_id = up.profile_id
      and own.spid is not distinct from up.spid
    where own.id is null
    union
    select uc.user_id from user_companies uc join concerned c on c.id = uc.user_id and c.company_id is null
    left join own on own.id = uc.user_id and own.company_id = uc.company_id where own.id is null
    union
    select d.user_id from delegations d join concerned c on c.id = d.user_id and c.company_id = d.company_id
    where d.closed_at is null`.execute(db)
  return found.map(({ id }) => id)
}

async function takeProfiles(db: Db, applied: readonly AppliedRow[]): Promise<void> {
  await inChunks(applied.flatMap(givenBy), (part) => deleteUserProfiles(db, part))
}

/** What a line gave to somebody who is there. */
function givenBy(applied: AppliedRow): UserProfile[] {
  const { id, profile_id, company_id, spid } = gainedBy(applied)
  return profile_id === null || company_id === null || id === 0
    ? []
    : [{ user_id: id, profile_id, company_id, spid }]
}
