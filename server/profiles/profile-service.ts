import type { BodyOf } from '../../contract/endpoint.ts'
import type { profiles } from '../../contract/profiles.ts'
import { catalogueScope } from '../scope/catalogue-policy.ts'
import type { CatalogueWrite } from '../services/service-service.ts'
import type { Principal } from '../binder/principal.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { requireVersion } from '../binder/row-version.ts'
import {
  actionsNeeded,
  isAdministrator,
  keepsMeaning,
  requireActions,
  requireAllowedReach,
  requireProfileWriter,
} from './profile-policy.ts'
import {
  findProfile,
  insertProfile,
  isHeldBy,
  isModuleInScope,
  isProfileInUse,
  lockProfile,
  type ProfileRow,
  updateProfile,
} from './profile-queries.ts'

/** The module of a profile as it goes out. */
export function presentModule(row: ProfileRow) {
  const { module_id: id, module_name: name, service_id, service_name } = row
  return { id, name, Service: { id: service_id, name: service_name } }
}

/** A profile as it goes out. */
export function presentProfile(row: ProfileRow) {
  const { company_id, company_name, master_profile } = row
  return {
    ...row,
    module: presentModule(row),
    isMasterUser: master_profile,
    accredit_id: company_id ?? 0,
    company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
  }
}

/** The profile as the bearer may see it. */
export async function requireProfile(db: Db, who: Principal, id: number): Promise<ProfileRow> {
  const found = await findProfile(db, catalogueScope(who), id)
  if (!found) throw new Problem('profile-not-found')
  return found
}

export async function readProfile(db: Db, who: Principal, id: number) {
  return presentProfile(await requireProfile(db, who, id))
}

export async function createProfile(
  { db, who, audit }: CatalogueWrite,
  body: BodyOf<typeof profiles.profileCreate>,
) {
  const { name, module_id, accredited_enable, master_profile } = body
  const company_id = isAdministrator(who) ? null : (who.place?.companyId ?? null)
  requireMaker(who, company_id, body.accredit_id)
  await requireModule(db, who, module_id)
  const fields = { name, module_id, accredited_enable, master_profile }
  requireAllowedReach(who, { accredited_enable: false, master_profile: false }, fields)
  const made = await insertProfile(db, { ...fields, company_id, created_by: who.userId })
  audit({ target: `profile:${made.id}`, after: auditRow(made) })
  return readProfile(db, who, made.id)
}

/** Also deletes and activates: status changes are saves like any other (console.md §4). */
export async function replaceProfile(
  { db, who, audit }: CatalogueWrite,
  id: number,
  body: BodyOf<typeof profiles.profileUpdate>,
) {
  const before = await lockProfile(db, catalogueScope(who), id, true)
  if (!before) throw new Problem('profile-not-found')
  requireProfileWriter(who, before)
  requireVersion(before, body.version)
  requireMaker(who, before.company_id, body.accredit_id)
  const { name, module_id, status, accredited_enable, master_profile } = body
  const fields = { name, module_id, status, accredited_enable, master_profile }
  requireActions(who, actionsNeeded(before, { id, ...fields }))
  requireAllowedReach(who, before, fields)
  if (before.status === 0 && status === 0) throw new Problem('profile-deleted')
  if (!keepsMeaning(before, { id, ...fields })) throw new Problem('profile-of-system')
  if (module_id !== before.module_id) {
    await requireModule(db, who, module_id)
    if (await isProfileInUse(db, id)) throw new Problem('profile-in-use')
  }
  if (before.status === 0) await requireOthersProfile(db, who, id)
  const after = await updateProfile(db, before, fields)
  audit({ target: `profile:${id}`, before: auditRow(before), after: auditRow(after) })
  return readProfile(db, who, id)
}

/** Nobody raises their own rights (rulings §5): what they hold themselves is for others to extend. */
export async function requireOthersProfile(db: Db, who: Principal, id: number): Promise<void> {
  if (!isAdministrator(who) && (await isHeldBy(db, id, who.userId)))
    throw new Problem('profile-held')
}

/**
 * Whose a profile is follows from who makes it and never changes; a client may say so, but nothing else. To others than
 * administrators another company isn't there.
 */
function requireMaker(who: Principal, companyId: number | null, sent: number | undefined): void {
  if (sent === undefined || sent === (companyId ?? 0)) return
  if (!isAdministrator(who)) throw new Problem('company-not-found')
  throw new Problem('invalid-input', { fields: { accredit_id: 'Um perfil é de quem o criou.' } })
}

async function requireModule(db: Db, who: Principal, id: number): Promise<void> {
  if (await isModuleInScope(db, catalogueScope(who), id)) return
  throw new Problem('module-not-found', { fields: { module_id: 'Módulo não encontrado.' } })
}
