import { useQuery } from '@tanstack/react-query'
import { MultiSelect } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { id } from '../../contract/fields.ts'
import { call } from '../api/api-client.ts'
import { prepare } from '../api/api-request.ts'
import { queryOf } from '../api/query-of.ts'
import { callAllWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toPlanList } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { FormPage } from '../ui/form-page.tsx'
import classes from './plan-company-manager.module.css'
import { planRefusals } from './plan-refusals.ts'
import { PlanSeats } from './plan-seats.tsx'
import { questionOfLoss } from './seat-effect.ts'
import { useCompanyChoices } from '../form/use-company-choices.ts'

/** Schema of the request bodies, which contain only the difference. */
const difference = z.strictObject({ added: z.array(id), removed: z.array(id) })

/** Form for selecting the companies of a plan (console.md §2; error messages: rulings §8). */
export default function PlanCompanyManager(): ReactElement {
  const { planId = 0 } = useSearch({ from: '/plan-company-manager' })
  const writes = useAdministratorActions('/plan-company-manager')('update')
  const params = { planId: String(planId) }
  const { data: plan } = useQuery(queryOf('planGet', { params: { id: String(planId) } }))
  const companies = useCompanyChoices()
  const form = useRecordForm({
    list: toPlanList,
    read: () => call('planCompanyConsult', { params }),
    values: (held) => ({ company_id: idsOf(held?.company) }),
    labels: { company_id: { label: 'Empresas', one: 'empresa', many: 'empresas' } },
    choices: (held) => ({ company_id: companies.withOwn(held?.company ?? []) }),
    schema: difference,
    body: ({ company_id }, held) => {
      const before = idsOf(held?.company)
      return { added: without(company_id, before), removed: without(before, company_id) }
    },
    save: async ({ added, removed }, changes) => {
      const links = (company_id: number[]) => ({ body: { plan_id: planId, company_id } })
      const ends =
        removed.length > 0
          ? await call('seatEffectOfPlan', { params, body: { company_id: removed } })
          : undefined
      return callAllWithPreview(
        {
          describe: `Atualizar as empresas do plano ${plan?.name ?? planId}`,
          changes,
          ...questionOfLoss(ends),
        },
        [
          ...(added.length > 0 ? [prepare('planCompanyAdd', links(added))] : []),
          ...(removed.length > 0 ? [prepare('planCompanyRemove', links(removed))] : []),
        ],
      )
    },
    saved: 'Planos atualizados com sucesso!',
    unchanged: 'Nenhum dado foi alterado!',
    refusals: planRefusals,
  })
  const { onSave, ...page } = form.page
  return (
    <>
      <FormPage
        title="Plano / PLANO X EMPRESA"
        subject={form.record ? `Plano: ${form.record.plan.name}` : null}
        {...page}
        {...(writes && onSave && { onSave })}
      >
        {writes && (
          <MultiSelect
            wrapperProps={{ 'data-wide': true }}
            classNames={{ pillsList: classes['chosen'] ?? '' }}
            placeholder="Buscar empresa"
            {...companies.searched}
            {...form.several('company_id')}
          />
        )}
        {!writes && <p data-wide>Somente administradores mudam as empresas de um plano.</p>}
      </FormPage>
      {form.record && <PlanSeats planId={planId} />}
    </>
  )
}

const idsOf = (companies: readonly { id: number }[] = []): readonly string[] =>
  companies.map((company) => String(company.id))

const without = (ids: readonly string[], others: readonly string[]) => {
  const left = new Set(others)
  return ids.filter((each) => !left.has(each)).map(Number)
}
