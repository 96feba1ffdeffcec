import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useLeaveUnreadable } from '../form/use-record.ts'
import { EditLink } from '../links/edit-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { RecordLink } from '../links/record-link.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import { statusColumn } from '../list/record-columns.tsx'
import type { PageIn } from '../list/list-operation.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { useCreatedRows } from '../list/created-note.tsx'
import { useList } from '../list/use-list.ts'
import { toPlanCompanies, toPlanList, toPlanModuleForm } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { ListPage } from '../ui/list-page.tsx'
import { planRefusals } from './plan-refusals.ts'
import { PlanSeats } from './plan-seats.tsx'
import { RemoveButton } from '../ui/remove-button.tsx'
import { describeSeatEffect } from './seat-effect.ts'
import { useDelayedRefetch } from './use-delayed-refetch.ts'

type PlanModule = PageIn<'planModuleList'>['rows'][number]

/** List of a plan's modules with their seats (console.md §2). */
export default function PlanModuleManager(): ReactElement {
  const { planId = 0 } = useSearch({ from: '/plan-module-manager' })
  const allows = useAdministratorActions('/plan-module-manager')
  const plan = useQuery(queryOf('planGet', { params: { id: String(planId) } }))
  const leave = useBackToList(toPlanList())
  useLeaveUnreadable(plan.error, leave, planRefusals)
  const { page, props } = useList('planModuleList', {
    params: { id: String(planId) },
    filters: { status: statusFilter },
  })
  const remove = useRecordAction({
    write: async ({ id, module_id, module }: PlanModule) => {
      const effect = await call('seatEffectOfPlan', {
        params: { planId: String(planId) },
        body: { module_id },
      })
      return callWithPreview(
        {
          question: 'Deseja realmente remover este módulo do plano?',
          describe: `Remover o módulo ${module.name} do plano ${plan.data?.name ?? planId}`,
          danger: true,
          ...describeSeatEffect(effect),
        },
        'planModuleInactivate',
        { params: { planModuleId: String(id) } },
      )
    },
    done: 'Plano removido com sucesso!',
    onDone: useDelayedRefetch('planModuleList', 'seatsOfPlanList'),
    refusals: planRefusals,
  })
  const created = useCreatedRows(() => ({
    open: false,
    next: {
      sentence: 'Agora associe o plano às empresas.',
      label: 'Associar a empresa',
      target: toPlanCompanies(planId),
    },
  }))
  return (
    <>
      <ListPage
        title="PLANO X SISTEMA X MÓDULO"
        subject={plan.data ? `Plano: ${plan.data.name}` : null}
        searchLabel="Buscar Módulo"
        action={allows('create') && <NewLink {...toPlanModuleForm(planId)}>Adicionar</NewLink>}
        columns={[
          {
            header: 'Serviço',
            sort: 'service',
            kind: 'text',
            clamp: true,
            cell: ({ module }) => module.Service.name,
          },
          {
            header: 'Módulo',
            sort: 'module',
            kind: 'name',
            clamp: true,
            cell: ({ module, module_id }) => (
              <RecordLink {...toPlanModuleForm(planId, module_id)}>{module.name}</RecordLink>
            ),
          },
          { header: 'Quantidade', sort: 'limit', kind: 'short', cell: ({ limit }) => limit },
          statusColumn,
        ]}
        actionIcons={2}
        renderActions={(row) => (
          <>
            {allows('update') && (
              <EditLink {...toPlanModuleForm(planId, row.module_id)} of={row.module.name} />
            )}
            {allows('delete') && row.active && (
              <RemoveButton of={row.module.name} onPress={() => remove.start(row)} />
            )}
          </>
        )}
        {...created}
        {...props}
      />
      {/* Hidden until the list has loaded, because it would move when the list appears above it. */}
      {(page || props.onRetry) && <PlanSeats planId={planId} wide />}
    </>
  )
}
