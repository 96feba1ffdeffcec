import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { planModules } from '../../contract/plan-modules.ts'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordForm, type RecordForm } from '../form/use-record-form.ts'
import { toPlanModules } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { ReadOnlyRecord } from '../ui/definition-list.tsx'
import { FormPage } from '../ui/form-page.tsx'
import { StatusSelect, statusLabel } from '../ui/status-select.tsx'
import { FixedField } from './fixed-field.tsx'
import { planRefusals } from './plan-refusals.ts'
import { PlanSeats } from './plan-seats.tsx'
import { seatsOf } from './seat-amount.ts'
import { SeatAmountField } from './seat-amount-field.tsx'
import { questionOfLoss } from './seat-effect.ts'

type PlanModule = SuccessOf<Api['planModuleGet']> & { name: string }

interface PlanModuleUpdateProps {
  planId: number
  moduleId: number
}

/** Form that updates seats and status of a plan's module. Service and module are fixed (console.md §2). */
export function PlanModuleUpdate({ planId, moduleId }: PlanModuleUpdateProps) {
  const plan = useQuery(queryOf('planGet', { params: { id: String(planId) } }))
  const writes = useAdministratorActions('/plan-module-manager-form')('update')
  const params = { a: String(planId), b: String(moduleId) }
  const form: RecordForm<PlanModule, { limit: string; active: boolean }> = useRecordForm({
    kind: 'plan-module',
    list: () => toPlanModules(planId),
    // The breadcrumb needs `name`.
    read: async () => {
      const row = await call('planModuleGet', { params })
      return { ...row, name: row.module.name }
    },
    values: (row) => ({ limit: String(row?.limit ?? ''), active: row?.active ?? true }),
    labels: { limit: 'Quantidade', active: statusLabel },
    schema: planModules.planModuleUpdate.body,
    body: ({ limit, active }, row) => ({
      module_id: moduleId,
      limit: seatsOf(limit),
      active,
      version: row?.version,
    }),
    save: async (body, changes) => {
      const name = form.record?.module.name ?? ''
      const effect = await call('seatEffectOfPlan', {
        params: { planId: String(planId) },
        body: { module_id: moduleId, ...(body.active && { limit: body.limit }) },
      })
      return callWithPreview(
        {
          describe: `Atualizar o módulo ${name} do plano ${plan.data?.name ?? planId}`,
          changes,
          ...questionOfLoss(effect),
        },
        'planModuleUpdate',
        { params, body },
      )
    },
    saved: 'Plano atualizado',
    refusals: { ...planRefusals, fields: { 'plan-of-console': 'active' } },
  })
  const { record: row } = form
  const { onSave, ...page } = form.page
  return (
    <>
      <FormPage
        title={writes ? 'Atualização de Plano' : 'Módulo do plano'}
        subject={plan.data && row ? `${row.name} no plano ${plan.data.name}` : null}
        {...page}
        {...(writes && onSave && { onSave })}
      >
        {writes && (
          <>
            <FixedField label="Serviço" value={row?.module.Service.name} />
            <FixedField label="Módulo" value={row?.module.name} />
            <SeatAmountField {...form.text('limit')} />
            <StatusSelect {...form.status('active')} />
          </>
        )}
        {!writes && row && (
          <ReadOnlyRecord
            values={{
              Serviço: row.module.Service.name,
              Módulo: row.module.name,
              Quantidade: row.limit,
            }}
            active={row.active}
          />
        )}
      </FormPage>
      {row && <PlanSeats planId={planId} moduleId={moduleId} />}
    </>
  )
}
