import { useState } from 'react'
import { loosePlans } from '../../contract/loose-plans.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toLoosePlanList } from '../paths.ts'
import { useGrantableServices } from '../catalogue/use-active-services.ts'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import { FormPage } from '../ui/form-page.tsx'
import { newLoosePlan } from './loose-plan-name.ts'
import { LooseSeatsField } from './loose-seats-field.tsx'
import { choicesOfServices } from './module-of-service.ts'
import { planRefusals } from './plan-refusals.ts'
import { seatCount, seatsOf } from './seat-amount.ts'
import { companySelect } from '../form/use-company-choices.ts'
import { SearchSelect, type Option } from '../list/search-select.tsx'

/** Form that gives a company seats of one module in addition to its plans (console.md §2). */
export function LoosePlanCreate() {
  const services = useGrantableServices()
  const [company, setCompany] = useState<Option | null>(null)
  const form = useRecordForm({
    list: toLoosePlanList,
    read: null,
    values: () => ({ service_id: '', module_id: '', company_id: '', limit: '' }),
    labels: {
      service_id: 'Serviço',
      module_id: 'Módulo',
      company_id: 'Empresa',
      limit: 'Quantidade',
    },
    schema: loosePlans.loosePlanCreate.body,
    body: ({ company_id, module_id, limit }) => ({
      company_id: Number(company_id),
      module_id: Number(module_id),
      limit: seatsOf(limit),
    }),
    save: (body) => {
      const module = services
        .flatMap(({ modules }) => modules)
        .find(({ id }) => id === body.module_id)
      return callWithPreview(
        {
          describe: `Cadastrar um plano avulso de ${company?.name}: ${module?.name}, ${seatCount(body.limit)}`,
        },
        'loosePlanCreate',
        { body },
      )
    },
    created: newLoosePlan,
    saved: 'Plano cadastrado',
    refusals: {
      ...planRefusals,
      fields: {
        'loose-plan-exists': 'module_id',
        'module-not-found': 'module_id',
        'company-not-found': 'company_id',
      },
    },
  })
  const { values, errors, set } = form
  const choices = choicesOfServices(services, values.service_id)
  return (
    <FormPage title="Cadastro de Plano Avulso" {...form.page}>
      <SearchSelect
        {...companySelect}
        label="Empresa"
        required
        error={errors.company_id}
        value={company}
        onChoose={(chosen) => {
          setCompany(chosen)
          set({ company_id: chosen ? String(chosen.id) : '' })
        }}
      />
      <ChoiceSelect
        nothingFound="Nenhum serviço encontrado."
        {...form.choice('service_id')}
        data={choices.service_id}
        error={values.service_id === '' && errors.module_id}
        // Clear the module, which belongs to the previous service.
        onChoose={(service_id) => set({ service_id, module_id: '' })}
      />
      <ChoiceSelect
        nothingFound="Nenhum módulo encontrado."
        {...form.choice('module_id')}
        data={choices.module_id}
        disabled={values.service_id === ''}
      />
      <LooseSeatsField {...form.text('limit')} onType={(limit) => set({ limit })} />
    </FormPage>
  )
}
