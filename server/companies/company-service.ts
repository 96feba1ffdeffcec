import type { companies } from '../../contract/companies.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { createRecord, replaceRecord, requireFound, type Write } from '../pipeline/record.ts'
import { logoAddress } from '../logos/record-logo.ts'
import type { Db } from '../database/database.ts'
import {
  administratorsWithout,
  isOfAdministrators,
  lockAdministrators,
} from '../scope/administrators.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { companyId, type CompanyRow, findCompany } from './company-queries.ts'
import { companyTable } from './company-table.ts'
import { findHolders } from './holder-queries.ts'
import { removedSpids } from './spid-queries.ts'
import { findTemporaryMasters } from './temporary-master-queries.ts'

/** Rules for writing companies. */
export const companyRecord = {
  name: 'company',
  missing: 'company-not-found',
  table: companyTable,
  inScope: (who: Principal) => companyInScope(scopeOf(who), companyId),
  requireCreator: requireAdministrator,
  requireWriter: requireAdministrator,
  read: readCompany,
} as const

/** Returns a company in the response format. */
export function presentCompany({ logo_digest, ...company }: CompanyRow) {
  return { ...company, logo: logo_digest && logoAddress('company', company.id, logo_digest) }
}

/** Returns the company if it is in the caller's scope. */
export async function readCompany(db: Db, who: Principal, id: number) {
  return presentCompany(requireFound(await findCompany(db, scopeOf(who), id), 'company-not-found'))
}

export function createCompany(
  write: Write,
  { assignment_days_max = null, ...company }: BodyOf<typeof companies.companyCreate>,
) {
  return createRecord(write, companyRecord, { ...company, assignment_days_max })
}

/**
 * Replaces a company. Deactivating a company keeps its assignments, but they grant nothing until it is active again.
 */
export function replaceCompany(
  write: Write,
  id: number,
  body: BodyOf<typeof companies.companyUpdate>,
) {
  const { version, name, email, document, active, spids, assignment_days_max } = body
  return replaceRecord(write, companyRecord, {
    id,
    version,
    values: { name, email, document, active, spids, assignment_days_max },
    async check(before) {
      if (before.active && !active) await requireNoAdministrators(write.db, id)
      const gone = removedSpids(before.spids, spids ?? before.spids)
      if (gone.length > 0) await requireAdministratorsKept(write, id, gone)
    },
  })
}

/** Throws if the company has administrators, who would lose access to the console (rulings §10). */
async function requireNoAdministrators(db: Db, id: number): Promise<void> {
  await lockAdministrators(db)
  if (await isOfAdministrators(db, id)) throw new Problem('company-of-administrators')
}

/**
 * Throws if removing the SPIDs would end the caller's own administrator profile, or leave no administrator who can sign
 * in. Assignments end with their SPID.
 */
async function requireAdministratorsKept(
  { db, who }: Write,
  id: number,
  spids: readonly string[],
): Promise<void> {
  await lockAdministrators(db)
  const losing = await administratorsWithout(db, { companyId: id, spids })
  if (losing.userIds.includes(who.userId) || !losing.remains)
    throw new Problem('company-of-administrators')
}

/** Returns the users who would lose access if the company were deactivated. Only administrators may read this. */
export async function readHolders(db: Db, who: Principal, id: number, now: Date) {
  requireAdministrator(who)
  await readCompany(db, who, id)
  return findHolders(db, id, now)
}

/** Returns current and future delegates of the master role in a company. */
export async function readTemporaryMasters(db: Db, who: Principal, id: number, now: Date) {
  await readCompany(db, who, id)
  const held = { companyId: id, now }
  return { temporary_masters: await findTemporaryMasters(db, scopeOf(who), held) }
}
