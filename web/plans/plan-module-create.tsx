import { useQuery } from '@tanstack/react-query'
import { MultiSelect } from '@mantine/core'
import { planModules } from '../../contract/plan-modules.ts'
import { queryOf } from '../api/query-of.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toPlanModules } from '../paths.ts'
import { useGrantableServices } from '../catalogue/use-active-services.ts'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import { FormPage } from '../ui/form-page.tsx'
import { choicesOfServices } from './module-of-service.ts'
import { planRefusals } from './plan-refusals.ts'
import { seatCount, seatsOf } from './seat-amount.ts'
import { selectFirstOption } from '../ui/select-first-option.ts'
import { SeatAmountField } from './seat-amount-field.tsx'

/** Form that adds modules of one service to a plan, all with the same number of seats (console.md §2). */
export function PlanModuleCreate({ planId }: { planId: number }) {
  const plan = useQuery(queryOf('planGet', { params: { id: String(planId) } }))
  const services = useGrantableServices()
  const form = useRecordForm({
    list: () => toPlanModules(planId),
    read: null,
    values: () => ({ service_id: '', module_id: noModules, limit: '' }),
    labels: { service_id: 'Serviço', module_id: 'Módulo', limit: 'Quantidade' },
    schema: planModules.planModuleCreate.body,
    body: ({ module_id, limit }) => ({
      plan_id: planId,
      module_id: module_id.map(Number),
      limit: seatsOf(limit),
    }),
    save: (body) => {
      const ids = new Set([body.module_id].flat())
      const modules = services.flatMap((service) => service.modules)
      const names = modules.filter(({ id }) => ids.has(id)).map(({ name }) => name)
      return callWithPreview(
        {
          describe: `Adicionar ao plano ${plan.data?.name ?? planId}, com ${seatCount(body.limit)} de cada módulo: ${names.join(', ')}`,
        },
        'planModuleCreate',
        { body },
      )
    },
    created: ({ modules }) => ({
      ids: modules.map(({ id }) => id),
      name: modules.map(({ module }) => module.name).join(', '),
    }),
    saved: 'Plano cadastrado',
    refusals: {
      ...planRefusals,
      fields: { 'plan-module-exists': 'module_id', 'module-not-found': 'module_id' },
    },
  })
  const { values, errors, set } = form
  const choices = choicesOfServices(services, values.service_id)
  return (
    <FormPage
      title="Cadastro de Plano"
      subject={plan.data ? `Adicionar módulos ao plano ${plan.data.name}` : null}
      {...form.page}
    >
      <ChoiceSelect
        // The field is focused when the form opens; an open dropdown would cover the other fields.
        openOnFocus={false}
        nothingFound="Nenhum serviço encontrado."
        {...form.choice('service_id')}
        data={choices.service_id}
        error={values.service_id === '' && errors.module_id}
        // Clear the modules, which belong to the previous service.
        onChoose={(service_id) => set({ service_id, module_id: noModules })}
      />
      <MultiSelect
        required
        searchable
        placeholder={values.module_id.length === 0 ? 'Selecione' : ''}
        nothingFoundMessage="Nenhum módulo encontrado."
        onKeyDown={(event) => selectFirstOption(event)}
        {...form.several('module_id')}
        data={choices.module_id}
        disabled={values.service_id === ''}
      />
      <SeatAmountField {...form.text('limit')} />
    </FormPage>
  )
}

const noModules: readonly string[] = []
