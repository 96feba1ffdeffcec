import type { Api } from '../../contract/api.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatUtcInstant } from '../../contract/shown.ts'
import { queryOf } from '../api/query-of.ts'
import { RecordRows } from '../form/record-rows.tsx'
import { rowsPerPage, useRecordRows, type RecordRowsState } from '../form/use-record-rows.ts'
import { RecordLink } from '../links/record-link.tsx'
import { Termo } from '../links/termo.tsx'
import { toCompanyRecord, toPlanRecord } from '../paths.ts'
import type { Column } from '../ui/data-table.tsx'
import { ActiveMark } from '../ui/status-mark.tsx'

type Plan = SuccessOf<Api['planList']>['rows'][number]
type Company = SuccessOf<Api['companyList']>['rows'][number]

const planColumns: readonly Column<Plan>[] = [
  {
    header: 'Nome',
    cell: ({ id, name }) => <RecordLink {...toPlanRecord(id)}>{name}</RecordLink>,
  },
  {
    header: 'Criado em (UTC)',
    kind: 'date',
    cell: ({ created_at }) => formatUtcInstant(created_at),
  },
  { header: 'Status', kind: 'status', cell: ({ active }) => <ActiveMark active={active} /> },
]

const companyColumns: readonly Column<Company>[] = [
  {
    header: 'Nome',
    cell: ({ id, name }) => <RecordLink {...toCompanyRecord(id, 'seats')}>{name}</RecordLink>,
  },
  { header: 'CNPJ', kind: 'date', cell: ({ document }) => maskCnpj(document) },
  { header: 'Status', kind: 'status', cell: ({ active }) => <ActiveMark active={active} /> },
]

/** The plans that contain a module. */
export const useModulePlans = (moduleId: number, enabled: boolean): RecordRowsState<Plan> =>
  useRecordRows(
    (page) =>
      queryOf('planList', { query: { module_id: String(moduleId), page, take: rowsPerPage } }),
    ({ rows }) => rows,
    enabled,
  )

/** The companies with licences of a module. */
export const useModuleCompanies = (moduleId: number, enabled: boolean): RecordRowsState<Company> =>
  useRecordRows(
    (page) =>
      queryOf('companyList', { query: { module_id: String(moduleId), page, take: rowsPerPage } }),
    ({ rows }) => rows,
    enabled,
  )

/** Tab of a module's record with the plans that contain it. */
export function ModulePlans({ state }: { state: RecordRowsState<Plan> }) {
  return (
    <RecordRows
      id="planos"
      title="Planos"
      lead="Os planos que contêm este módulo."
      columns={planColumns}
      state={state}
      empty="Nenhum plano contém este módulo ainda."
    />
  )
}

/** Tab of a module's record with the companies that are entitled to it. */
export function ModuleCompanies({ state }: { state: RecordRowsState<Company> }) {
  return (
    <RecordRows
      id="empresas"
      title="Empresas"
      lead={
        <>
          As empresas com <Termo of="seat">licenças</Termo> deste módulo, por um plano ou por um{' '}
          <Termo of="loosePlan">plano avulso</Termo>.
        </>
      }
      columns={companyColumns}
      state={state}
      empty="Nenhuma empresa tem licenças deste módulo ainda."
    />
  )
}
