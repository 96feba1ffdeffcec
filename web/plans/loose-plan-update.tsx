import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { loosePlans } from '../../contract/loose-plans.ts'
import { call } from '../api/api-client.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordForm, type RecordForm } from '../form/use-record-form.ts'
import { toLoosePlanList } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { ReadOnlyRecord } from '../ui/definition-list.tsx'
import { HistoryLink } from '../links/history-link.tsx'
import { FormPage } from '../ui/form-page.tsx'
import { StatusSelect, statusLabel } from '../ui/status-select.tsx'
import { loosePlanName } from './loose-plan-name.ts'
import { LooseSeatsField } from './loose-seats-field.tsx'
import { FixedField } from './fixed-field.tsx'
import { ModuleSeatsOfCompany } from './module-seats-of-company.tsx'
import { planRefusals } from './plan-refusals.ts'
import { seatLimitMax } from '../../contract/limits.ts'
import { seatsOf } from './seat-amount.ts'
import { questionOfLoss } from './seat-effect.ts'

type LoosePlan = SuccessOf<Api['loosePlanGet']>

interface LoosePlanUpdateProps {
  id: number
  moduleId: number
  /** Number of seats to add, already filled in. */
  add: number | undefined
}

/** Form that updates seats and status of a loose plan. Company and module are fixed (console.md §2, rulings §10). */
export function LoosePlanUpdate({ id, moduleId, add }: LoosePlanUpdateProps) {
  const writes = useAdministratorActions('/plan-loose-form')('update')
  const form: RecordForm<LoosePlan, { limit: string; active: boolean }> = useRecordForm({
    kind: 'loose-plan',
    list: toLoosePlanList,
    read: () => call('loosePlanGet', { params: { a: String(id), b: String(moduleId) } }),
    values: (row) => ({
      limit: String(row?.planModule.limit ?? ''),
      active: row?.planModule.active ?? true,
    }),
    suggested: ({ planModule }) => (add === undefined ? {} : suggestedValues(planModule, add)),
    labels: { limit: 'Quantidade', active: statusLabel },
    schema: loosePlans.loosePlanUpdate.body,
    body: ({ limit, active }, row) => ({
      company_id: row?.PlanCompany.id ?? 0,
      module_id: moduleId,
      limit: seatsOf(limit),
      active,
      version: row?.version,
    }),
    save: async (body, changes) => {
      const name = form.record ? loosePlanName(form.record) : ''
      const effect = await call('seatEffectOfLoosePlan', {
        params: { id: String(id) },
        body: body.active ? { limit: body.limit } : {},
      })
      return callWithPreview(
        { describe: `Atualizar o plano avulso de ${name}`, changes, ...questionOfLoss(effect) },
        'loosePlanUpdate',
        { params: { a: String(id), b: String(body.company_id) }, body },
      )
    },
    saved: 'Plano atualizado',
    refusals: { ...planRefusals, fields: { 'plan-of-console': 'active' } },
  })
  const { record: row, set } = form
  const { onSave, ...page } = form.page
  return (
    <>
      <FormPage
        title={writes ? 'Atualização de Plano Avulso' : 'Plano Avulso'}
        actions={<HistoryLink of="loose-plan" id={id} />}
        {...page}
        {...(writes && onSave && { onSave })}
      >
        {writes && (
          <>
            <FixedField label="Empresa" value={row?.PlanCompany.company.name} />
            <FixedField label="Serviço" value={row?.planModule.service.name} />
            <FixedField label="Módulo" value={row?.planModule.module.name} />
            <LooseSeatsField
              {...form.text('limit')}
              selectOnFocus={add !== undefined}
              onType={(limit) => set({ limit })}
            />
            <StatusSelect {...form.status('active')} />
          </>
        )}
        {!writes && row && (
          <ReadOnlyRecord
            values={{
              Empresa: row.PlanCompany.company.name,
              Serviço: row.planModule.service.name,
              Módulo: row.planModule.module.name,
              Quantidade: row.planModule.limit,
            }}
            active={row.planModule.active}
          />
        )}
      </FormPage>
      {row && (
        <ModuleSeatsOfCompany companyId={row.PlanCompany.id} module={row.planModule.module} />
      )}
    </>
  )
}

/**
 * Returns the values of a loose plan with more seats. An inactive loose plan gives no seats, so its new number of seats
 * is the added number.
 */
function suggestedValues({ limit, active }: LoosePlan['planModule'], add: number) {
  const seats = active ? limit + add : add
  return { limit: String(Math.min(seatLimitMax, seats)), active: true }
}
