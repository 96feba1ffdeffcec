import { TextInput } from '@mantine/core'
import { HistoryLink } from '../links/history-link.tsx'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { plans } from '../../contract/plans.ts'
import { call } from '../api/api-client.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toPlanList } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { ReadOnlyRecord } from '../ui/definition-list.tsx'
import { FormPage } from '../ui/form-page.tsx'
import { StatusSelect, statusLabel } from '../ui/status-select.tsx'
import { NoNewPlan } from './no-new-plan.tsx'
import { PlanLinks } from './plan-links.tsx'
import { planRefusals } from './plan-refusals.ts'
import { PlanSeats } from './plan-seats.tsx'
import { questionOfLoss } from './seat-effect.ts'

/** Form that creates a plan, or updates the plan `id` (console.md §2). */
export default function PlanForm(): ReactElement {
  const { id } = useSearch({ from: '/plan-form' })
  const creating = id === undefined
  const writes = useAdministratorActions('/plan-form')(creating ? 'create' : 'update')
  const params = { id: String(id) }
  const form = useRecordForm({
    kind: 'plan',
    list: toPlanList,
    read: creating ? null : () => call('planGet', { params }),
    values: (plan) => ({ name: plan?.name ?? '', active: plan?.active ?? true }),
    labels: { name: 'Nome', active: statusLabel },
    schema: plans.planUpdate.body,
    body: (values, plan) => ({ ...values, version: plan?.version }),
    save: async ({ version, ...body }, changes) => {
      if (creating) return callConfirmed(`Cadastrar o plano ${body.name}`, 'planCreate', { body })
      // Deactivating an inactive plan has no effect on seats.
      const ends = body.active
        ? undefined
        : await call('seatEffectOfPlan', { params: { planId: String(id) }, body: {} })
      return callWithPreview(
        { describe: `Atualizar o plano ${body.name}`, changes, ...questionOfLoss(ends) },
        'planUpdate',
        { params, body: { ...body, version } },
      )
    },
    saved: creating ? 'Plano cadastrado' : 'Plano atualizado',
    refusals: {
      ...planRefusals,
      errors: ['plan-name-in-use'],
      warnings: ['plan-name-taken'],
      fields: {
        'plan-name-in-use': 'name',
        'plan-name-taken': 'name',
        'plan-of-console': 'active',
      },
    },
  })
  const { record: plan } = form
  const { onSave, ...page } = form.page
  if (creating && !writes) return <NoNewPlan title="Plano" list={toPlanList()} />
  return (
    <>
      <FormPage
        title={writes ? titleOf(creating) : 'Plano'}
        actions={
          !creating && (
            <>
              <PlanLinks planId={id} />
              <HistoryLink of="plan" id={id} />
            </>
          )
        }
        {...page}
        {...(writes && onSave && { onSave })}
      >
        {writes && <TextInput {...form.text('name')} />}
        {writes && !creating && <StatusSelect {...form.status('active')} />}
        {!writes && plan && <ReadOnlyRecord values={{ Nome: plan.name }} active={plan.active} />}
      </FormPage>
      {!creating && plan && <PlanSeats planId={id} />}
    </>
  )
}

const titleOf = (creating: boolean) => (creating ? 'Cadastro de Plano' : 'Atualização de Plano')
