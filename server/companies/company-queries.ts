import { type RawBuilder, sql } from 'kysely'
import type { companies } from '../../contract/companies.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { CompanySpid } from '../../contract/spids.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus } from '../database/record-status.ts'
import { searchedLine } from '../database/row-search.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'

type CompanyListQuery = QueryOf<typeof companies.companyList>

export const companyId = sql.ref('companies.id')

export const companyConstraints: ConstraintMeanings = {
  companies_document_key: { problems: ['company-document-in-use'], field: 'document' },
}

const sorts = {
  name: sql`lower(companies.name) collate natural_order`,
  email: sql`lower(companies.email)`,
  document: sql`companies.document`,
  created_at: sql`companies.created_at`,
  status: sql`companies.active`,
}

/** SPIDs of the current row of `companies`, as JSON. */
export const spidsOfCompany = sql<CompanySpid[]>`coalesce((
  select json_agg(json_build_object('spid', sp.spid, 'description', sp.description) order by sp.spid)
  from spids sp where sp.company_id = companies.id), '[]'::json)`

function selectCompanies(db: Db) {
  return db
    .selectFrom('companies')
    .leftJoin('company_logos', 'company_logos.company_id', 'companies.id')
    .select([
      'companies.id',
      'companies.name',
      'companies.email',
      'companies.document',
      'companies.active',
      'companies.created_at',
      'companies.updated_at',
      'companies.version',
      'companies.assignment_days_max',
      spidsOfCompany.as('spids'),
      'company_logos.url_digest as logo_digest',
    ])
}

export type CompanyRow = Awaited<
  ReturnType<ReturnType<typeof selectCompanies>['executeTakeFirstOrThrow']>
>

/** The CNPJ with and without punctuation: lines 3 and 4 of the searched text. */
const hasDocument = (pattern: RawBuilder<string>) =>
  sql<boolean>`(split_part(companies.search_line, chr(10), 3) like ${pattern} or split_part(companies.search_line, chr(10), 4) like ${pattern})`

export function listCompanies(db: Db, scope: Scope, list: CompanyListQuery) {
  return findPage({
    list,
    from: db.selectFrom('companies'),
    rows: selectCompanies(db),
    conditions: [
      companyInScope(scope, companyId),
      ...filtered(list, {
        id: (id) => sql`companies.id = ${id}`,
        module_id: (module) =>
          sql`companies.id in (select g.company_id from seat_grants g where g.module_id = ${module})`,
        status: hasStatus('companies'),
      }),
    ],
    searched: { ...searchedLine('companies'), hint: hasDocument },
    sorts,
    id: companyId,
  })
}

export function findCompany(db: Db, scope: Scope, id: number) {
  return selectCompanies(db)
    .where('companies.id', '=', id)
    .where(companyInScope(scope, companyId))
    .executeTakeFirst()
}

/**
 * Returns the companies in scope and locks them FOR SHARE until the transaction ends. A concurrent save may delete the
 * same user-profiles; without this lock both could deadlock.
 */
export async function findVisible(db: Db, scope: Scope, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('companies')
    .select('id')
    .where('id', 'in', ids)
    .where(companyInScope(scope, companyId))
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map(({ id }) => id)
}
