import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import type { profiles } from '../../contract/profiles.ts'
import { isAdministrator, scopeOf } from '../scope/scope.ts'
import { createRecord, replaceRecord, requireFound, type Write } from '../pipeline/record.ts'
import { requireGrantable } from '../scope/catalogue-scope.ts'
import { refusalOfModules } from '../scope/module-choice.ts'
import { requireProfileWithinCaller } from '../scope/giving-scope.ts'
import { profileInScope } from '../scope/profile-scope.ts'
import { listProfileHolders } from './profile-holder-queries.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import {
  actionsNeeded,
  keepsMeaning,
  requireActions,
  requireAllowedReach,
  requireProfileWriter,
} from './profile-policy.ts'
import {
  findProfile,
  isHeldBy,
  isProfileInUse,
  type ProfileRow,
  profileTable,
} from './profile-queries.ts'

/**
 * Rules for writes of profiles. Locks the whole row, because a save may change the profile's module, and functions and
 * assignments that are added concurrently must belong to the new module.
 */
export const profileRecord = {
  name: 'profile',
  missing: 'profile-not-found',
  table: profileTable,
  inScope: (who: Principal) => profileInScope(scopeOf(who)),
  // All callers with the screen may create profiles: administrators for all companies, others for their own company
  // (`createProfile`).
  requireCreator: () => undefined,
  requireWriter: requireProfileWriter,
  read: readProfile,
  lockWhole: true,
} as const

/** Returns the module of a profile in the response format. */
export function presentModuleOf(row: ProfileRow) {
  const { module_id: id, module_name: name, service_id, service_name } = row
  return { id, name, Service: { id: service_id, name: service_name } }
}

/** Returns a profile in the response format. */
export function presentProfile(row: ProfileRow) {
  const { company_id, company_name, master_profile } = row
  return {
    ...row,
    module: presentModuleOf(row),
    isMasterUser: master_profile,
    accredit_id: company_id ?? 0,
    company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
  }
}

/** Returns the profile if it is in the caller's scope. */
export async function requireProfile(db: Db, who: Principal, id: number): Promise<ProfileRow> {
  return requireFound(await findProfile(db, scopeOf(who), id), 'profile-not-found')
}

export async function readProfile(db: Db, who: Principal, id: number) {
  return presentProfile(await requireProfile(db, who, id))
}

/** Returns the users who have a profile in the caller's scope. */
export async function readProfileHolders(
  db: Db,
  who: Principal,
  id: number,
  list: QueryOf<typeof profiles.profileHolderList>,
) {
  await requireProfile(db, who, id)
  return listProfileHolders(db, scopeOf(who), id, list)
}

export async function createProfile(write: Write, body: BodyOf<typeof profiles.profileCreate>) {
  const { db, who } = write
  const { name, module_id, accredited_enable, master_profile, assignment_days_max = null } = body
  const company_id = isAdministrator(who) ? null : (who.place?.companyId ?? null)
  requireOwner(who, company_id, body.accredit_id)
  await requireModule(db, who, module_id)
  const fields = { name, module_id, accredited_enable, master_profile, assignment_days_max }
  requireAllowedReach(who, { accredited_enable: false, master_profile: false }, fields)
  return createRecord(write, profileRecord, { ...fields, company_id, created_by: who.userId })
}

/** Replaces a profile. A change of status, which deletes or activates it, is a save like any other (console.md §4). */
export function replaceProfile(
  write: Write,
  id: number,
  body: BodyOf<typeof profiles.profileUpdate>,
) {
  const { db, who } = write
  const { version, name, module_id, status, accredited_enable, master_profile } = body
  const { assignment_days_max } = body
  const values = { name, module_id, status, accredited_enable, master_profile, assignment_days_max }
  return replaceRecord(write, profileRecord, {
    id,
    version,
    values,
    async check(before) {
      requireOwner(who, before.company_id, body.accredit_id)
      requireActions(who, actionsNeeded(before, { id, ...values }))
      requireAllowedReach(who, before, values)
      if (before.status === 0 && status === 0) throw new Problem('profile-deleted')
      if (!keepsMeaning(before, { id, ...values })) throw new Problem('profile-of-system')
      if (status === 1) requireGrantable(module_id)
      if (module_id !== before.module_id) {
        await requireModule(db, who, module_id)
        if (await isProfileInUse(db, id)) throw new Problem('profile-in-use')
      }
      if (before.status === 0) {
        await requireOthersProfile(db, who, id)
        await requireProfileWithinCaller(db, who, id)
      }
    },
  })
}

/** Throws if the caller holds the profile, because users must not raise their own rights (rulings §5). */
export async function requireOthersProfile(db: Db, who: Principal, id: number): Promise<void> {
  if (!isAdministrator(who) && (await isHeldBy(db, id, who.userId)))
    throw new Problem('profile-held')
}

/**
 * Throws if `accredit_id` differs from the profile's company, which can't change. 0 stands for a profile of
 * administrators. Callers other than administrators get 'not found', so that the response does not reveal whether the
 * company exists.
 */
function requireOwner(who: Principal, companyId: number | null, sent: number | undefined): void {
  if (sent === undefined || sent === (companyId ?? 0)) return
  if (!isAdministrator(who)) throw new Problem('company-not-found')
  throw new Problem('invalid-input', { fields: { accredit_id: 'Um perfil é de quem o criou.' } })
}

async function requireModule(db: Db, who: Principal, id: number): Promise<void> {
  const refused = await refusalOfModules(db, who, [id])
  if (refused) throw new Problem('module-not-found', { fields: { module_id: refused } })
}
