import { TextInput } from '@mantine/core'
import { plans } from '../../contract/plans.ts'
import { call } from '../api/api-client.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useFromRecord } from '../form/use-from-record.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toPlanList, toPlanRecord } from '../paths.ts'
import { FormCard } from '../ui/form-page.tsx'
import { StatusSelect } from '../ui/status-select.tsx'
import { PlanFacts } from './plan-facts.tsx'
import { planFormRefusals, planLabels, planValues, type Plan } from './plan-values.ts'
import { questionOfLoss } from './seat-effect.ts'

interface PlanEditProps {
  id: number
  read: () => Promise<Plan>
}

/** Form that updates a plan (console.md §2). */
export function PlanEdit({ id, read }: PlanEditProps) {
  const fromRecord = useFromRecord()
  const form = useRecordForm({
    kind: 'plan',
    list: () => (fromRecord ? toPlanRecord(id) : toPlanList()),
    read,
    values: planValues,
    labels: planLabels,
    schema: plans.planUpdate.body,
    body: (values, plan) => ({ ...values, version: plan?.version }),
    save: async (body, changes) => {
      // Saving an inactive plan as inactive has no effect on seats.
      const ends = body.active
        ? undefined
        : await call('seatEffectOfPlan', { params: { planId: String(id) }, body: {} })
      return callWithPreview(
        { describe: `Atualizar o plano ${body.name}`, changes, ...questionOfLoss(ends) },
        'planUpdate',
        { params: { id: String(id) }, body },
      )
    },
    saved: 'Plano atualizado',
    refusals: planFormRefusals,
  })
  const { record: plan } = form
  return (
    <FormCard {...form.page} printed={plan && <PlanFacts plan={plan} />}>
      <TextInput {...form.text('name')} />
      <StatusSelect {...form.status('active')} />
    </FormCard>
  )
}
