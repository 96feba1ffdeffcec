import { TextInput } from '@mantine/core'
import { plans } from '../../contract/plans.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { newRow } from '../list/created.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toPlanList } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { FormPage } from '../ui/form-page.tsx'
import { NoNewPlan } from './no-new-plan.tsx'
import { planFormRefusals, planLabels, planValues } from './plan-values.ts'

/** Form that creates a plan (console.md §2). */
export function PlanCreate() {
  const writes = useAdministratorActions('/plan-form')('create')
  const form = useRecordForm({
    list: toPlanList,
    read: null,
    values: planValues,
    labels: planLabels,
    schema: plans.planUpdate.body,
    body: (values) => values,
    save: ({ name, active }) =>
      callConfirmed(`Cadastrar o plano ${name}`, 'planCreate', { body: { name, active } }),
    created: newRow,
    saved: 'Plano cadastrado',
    refusals: planFormRefusals,
  })
  if (!writes) return <NoNewPlan title="Plano" list={toPlanList()} />
  return (
    <FormPage title="Cadastro de Plano" {...form.page}>
      <TextInput {...form.text('name')} />
    </FormPage>
  )
}
