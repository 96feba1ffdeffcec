import { sql } from 'kysely'
import type { SignInPolicy } from '../../contract/sign-in-policies.ts'
import type { Db } from '../database/database.ts'

/** Address to which codes for a module are sent, and whether these codes have a SPID. */
export interface ModuleUrl {
  /** URL with the protocol. Null if the module has no address. */
  url: string | null
  is_enable_spid: boolean
}

/** Reads the address of a module. Uses one query, on the primary key. */
export function findModuleUrl(db: Db, moduleId: number): Promise<ModuleUrl | undefined> {
  return db
    .selectFrom('modules')
    .select([sql<string | null>`protocol || url`.as('url'), 'is_enable_spid'])
    .where('id', '=', moduleId)
    .executeTakeFirst()
}

/** Keys of the changes of an address. The removal of a module is announced only under `module:`. */
export const moduleUrlKeys = (moduleId: number) => [
  `module-entrance:${moduleId}`,
  `module:${moduleId}`,
]

/** What a company requires of the sign-in, and from when; `from` is null without a policy (decision 95). */
export interface CompanyPolicy {
  policy: SignInPolicy
  from: Date | null
}

/** Reads the sign-in policy of a company. Uses one query, on the primary key. */
export function findCompanyPolicy(db: Db, companyId: number): Promise<CompanyPolicy | undefined> {
  return db
    .selectFrom('companies')
    .select([
      sql<SignInPolicy>`sign_in_policy`.as('policy'),
      sql<Date | null>`sign_in_policy_begins_at`.as('from'),
    ])
    .where('id', '=', companyId)
    .executeTakeFirst()
}
