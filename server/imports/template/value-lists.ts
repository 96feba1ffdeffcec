import { sql } from 'kysely'
import { maskCnpj } from '../../../contract/cnpj.ts'
import { isGrantable } from '../../../contract/common-module.ts'
import type { Principal } from '../../pipeline/principal.ts'
import type { Db } from '../../database/database.ts'
import { profileAssignable } from '../../scope/giving-scope.ts'
import { companyInScope } from '../../scope/company-scope.ts'
import { writeScopeOf } from '../../scope/scope.ts'
import type { ValueList } from './import-template.ts'

/** Maximum number of rows of a list in a template. */
const listedMax = 10_000

/** Lists the profiles that the caller may assign. */
export async function listProfiles(db: Db, who: Principal): Promise<ValueList> {
  const { rows } = await sql<{
    service: string
    module: string
    name: string
    id: number
    document: string | null
  }>`
    select services.name as service, modules.name as module, profiles.name, profiles.id, companies.document
    from profiles
    join modules on modules.id = profiles.module_id
    join services on services.id = modules.service_id
    left join companies on companies.id = profiles.company_id
    where ${profileAssignable(who)}
    order by services.name, modules.name, profiles.name, profiles.id limit ${listedMax}`.execute(db)
  return {
    name: 'Perfis',
    titles: ['Serviço', 'Módulo', 'Perfil', 'Número do perfil', 'Só nesta empresa'],
    rows: rows.map(({ service, module, name, id, document }) => [
      service,
      module,
      name,
      String(id),
      document === null ? '' : maskCnpj(document),
    ]),
  }
}

/** Lists the active companies in the caller's scope, with one row per SPID. */
export async function listCompanies(db: Db, who: Principal): Promise<ValueList> {
  const { rows } = await sql<{ document: string; name: string; spid: string | null }>`
    select companies.document, companies.name, spids.spid
    from companies left join spids on spids.company_id = companies.id
    where companies.active and ${companyInScope(writeScopeOf(who), sql.ref('companies.id'))}
    order by companies.name, companies.id, spids.spid limit ${listedMax}`.execute(db)
  return {
    name: 'Empresas e SPIDs',
    titles: ['CNPJ', 'Empresa', 'SPID'],
    rows: rows.map(({ document, name, spid }) => [maskCnpj(document), name, spid ?? '']),
  }
}

/** Lists the modules that a loose plan can have. */
export async function listModules(db: Db): Promise<ValueList> {
  const rows = await db
    .selectFrom('modules')
    .innerJoin('services', 'services.id', 'modules.service_id')
    .select(['services.name as service', 'modules.name', 'modules.id'])
    .where('modules.active', '=', true)
    .where('services.active', '=', true)
    .orderBy('services.name')
    .orderBy('modules.name')
    .limit(listedMax)
    .execute()
  return {
    name: 'Módulos',
    titles: ['Serviço', 'Módulo', 'Número do módulo'],
    rows: rows
      .filter(({ id }) => isGrantable(id))
      .map(({ service, name, id }) => [service, name, String(id)]),
  }
}
