import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { loosePlans } from '../../contract/loose-plans.ts'
import { call } from '../api/api-client.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordForm, type RecordForm } from '../form/use-record-form.ts'
import { toLoosePlanList } from '../paths.ts'
import { FormPage } from '../ui/form-page.tsx'
import { FixedField } from './fixed-field.tsx'
import { newLoosePlan } from './loose-plan-name.ts'
import { LooseSeatsField } from './loose-seats-field.tsx'
import { ModuleSeatsOfCompany } from './module-seats-of-company.tsx'
import { planRefusals } from './plan-refusals.ts'
import { seatCount, seatsOf } from './seat-amount.ts'

type Seats = SuccessOf<Api['seatsOfCompany']>
type Place = Pick<Seats, 'company'> & Pick<Seats['modules'][number], 'module'>

interface LoosePlanMoreProps {
  companyId: number
  moduleId: number
  /** Number of seats that is already filled in. */
  add: number
}

/** Form for a new loose plan of a known company and module, opened by 'Aumentar'. Only the number of seats is typed. */
export function LoosePlanMore({ companyId, moduleId, add }: LoosePlanMoreProps) {
  const form: RecordForm<Place, { limit: string }> = useRecordForm({
    list: toLoosePlanList,
    read: () => readPlace(companyId, moduleId),
    values: () => ({ limit: String(add) }),
    labels: { limit: 'Quantidade' },
    schema: loosePlans.loosePlanCreate.body,
    body: ({ limit }) => ({ company_id: companyId, module_id: moduleId, limit: seatsOf(limit) }),
    save: (body, _, place) =>
      callWithPreview(
        {
          describe: `Cadastrar um plano avulso de ${place?.company.name}: ${place?.module.name}, ${seatCount(body.limit)}`,
        },
        'loosePlanCreate',
        { body },
      ),
    created: newLoosePlan,
    saved: 'Plano cadastrado',
    refusals: planRefusals,
  })
  const { record: place, set } = form
  return (
    <>
      <FormPage title="Cadastro de Plano Avulso" {...form.page}>
        <FixedField label="Empresa" value={place?.company.name} />
        <FixedField label="Serviço" value={place?.module.Service.name} />
        <FixedField label="Módulo" value={place?.module.name} />
        <LooseSeatsField {...form.text('limit')} selectOnFocus onType={(limit) => set({ limit })} />
      </FormPage>
      {place && <ModuleSeatsOfCompany companyId={companyId} module={place.module} />}
    </>
  )
}

async function readPlace(companyId: number, moduleId: number): Promise<Place> {
  const params = { companyId: String(companyId) }
  const { company, modules } = await call('seatsOfCompany', { params })
  const found = modules.find(({ module }) => module.id === moduleId)
  if (!found) throw new Error(`The company ${companyId} has no seats of the module ${moduleId}.`)
  return { company, module: found.module }
}
