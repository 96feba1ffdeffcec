import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { queryOf } from '../api/query-of.ts'
import { RecordRows } from '../form/record-rows.tsx'
import { rowsPerPage, useRecordRows, type RecordRowsState } from '../form/use-record-rows.ts'
import { RecordLink } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toPlanModuleForm, toPlanModules } from '../paths.ts'
import type { Column } from '../ui/data-table.tsx'
import { ActiveMark } from '../ui/status-mark.tsx'

type PlanModule = SuccessOf<Api['planModuleList']>['rows'][number]

const columns: readonly Column<PlanModule>[] = [
  { header: 'Serviço', kind: 'text', cell: ({ module }) => module.Service.name },
  {
    header: 'Módulo',
    kind: 'name',
    cell: ({ plan_id, module }) => (
      <RecordLink {...toPlanModuleForm(plan_id, module.id)}>{module.name}</RecordLink>
    ),
  },
  { header: 'Quantidade', kind: 'short', cell: ({ limit }) => limit },
  { header: 'Status', kind: 'status', cell: ({ active }) => <ActiveMark active={active} /> },
]

/** The modules of a plan with their seats. */
export const usePlanModules = (planId: number, enabled: boolean): RecordRowsState<PlanModule> =>
  useRecordRows(
    (page) =>
      queryOf('planModuleList', {
        params: { id: String(planId) },
        query: { page, take: rowsPerPage },
      }),
    ({ rows }) => rows,
    enabled,
  )

interface PlanModulesTabProps {
  planId: number
  modules: RecordRowsState<PlanModule>
  /** The user may change the modules. */
  writable: boolean
}

/** Tab of a plan's record with its modules. */
export function PlanModulesTab({ planId, modules, writable }: PlanModulesTabProps) {
  return (
    <RecordRows
      id="modulos"
      title="Módulos"
      columns={columns}
      state={modules}
      empty="Este plano ainda não tem módulos."
      action={writable && <RelatedLink {...toPlanModules(planId)}>Alterar módulos</RelatedLink>}
    />
  )
}
