import { sql } from 'kysely'
import { normaliseText, searchKey } from '../../contract/text-folding.ts'
import { readWholeNumber } from '../../contract/whole-number.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { heldProfileInScope, profileInScope } from '../scope/profile-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { asCsvText } from '../exports/csv.ts'
import type { Refusal } from './import-rules.ts'

export interface FoundProfile {
  id: number
  name: string
  module_id: number
  module: string
  service: string
}

interface ProfileRow extends FoundProfile {
  /** The company that owns the profile; null for profiles of administrators. */
  company_id: number | null
  active: boolean
}

interface ProfileReference {
  service?: string | undefined
  module?: string | undefined
  profile: string
}

/** Returns the profile that a row names for a company, or a refusal. */
export type ProfileLookup = (
  row: ProfileReference,
  companyId: number,
) => FoundProfile | (Refusal & { id?: never })

/** Folds a name as the search does, ignoring accents and case. */
const fold = (name: string): string => searchKey(normaliseText(name))

/**
 * Returns a function that finds a profile by number or name. If several profiles have the name, the row must name the
 * module, and if necessary the service.
 */
export async function findProfiles(
  db: Db,
  who: Principal,
  companyIds: readonly number[],
): Promise<ProfileLookup> {
  const { rows } = await sql<ProfileRow>`
    select profiles.id, profiles.name, profiles.company_id, profiles.active as active,
      modules.id as module_id, modules.name as module, services.name as service
    from profiles
    join modules on modules.id = profiles.module_id
    join services on services.id = modules.service_id
    where (profiles.company_id is null or profiles.company_id = any (${companyIds}::integer[]))
      and (${profileInScope(scopeOf(who))} or ${heldProfileInScope(scopeOf(who))} and exists (select from user_profiles up
        where up.profile_id = profiles.id and up.company_id = any (${companyIds}::integer[])))`.execute(
    db,
  )
  const byName = Map.groupBy(
    rows.flatMap((row) => spellings(row.name).map((spelling) => ({ spelling, row }))),
    ({ spelling }) => spelling,
  )
  const byId = new Map<ReturnType<typeof readWholeNumber>, ProfileRow>(
    rows.map((row) => [row.id, row]),
  )
  return (row, companyId) => {
    const named = byName.get(fold(row.profile))?.map(({ row: each }) => each)
    const found = (
      named ?? [byId.get(readWholeNumber(row.profile))].filter((each) => each !== undefined)
    ).filter(
      (each) =>
        (each.company_id === null || each.company_id === companyId) &&
        is(each.module, row.module, each.module_id) &&
        is(each.service, row.service),
    )
    const active = found.filter((each) => each.active)
    const [one, another] = active.length > 0 ? active : found
    if (one && !another) return one
    if (!one) return { column: 'profile', sentence: 'Perfil não encontrado.' }
    return {
      column: 'profile',
      sentence: 'Mais de um perfil tem este nome: informe o módulo, ou o número do perfil.',
    }
  }
}

/** Returns the folded name in two spellings, since an export escapes names that look like a formula. */
const spellings = (name: string): string[] => [...new Set([fold(name), fold(asCsvText(name))])]

/** Whether a cell names this record. A blank cell matches every record. */
function is(name: string, typed: string | undefined, id?: number): boolean {
  if (typed === undefined || (id !== undefined && readWholeNumber(typed) === id)) return true
  return spellings(name).includes(fold(typed))
}
