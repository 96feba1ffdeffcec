import { MultiSelect, TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import type { SuccessOf } from '../../contract/endpoint.ts'
import type { operators } from '../../contract/operators.ts'
import { userCodeMax } from '../../contract/person-fields.ts'
import { emailMax } from '../../contract/email-shape.ts'
import { call } from '../api/api-client.ts'
import { CnpjField } from '../companies/cnpj-field.tsx'
import { CompanySpids } from '../companies/company-spids.tsx'
import { encodeSpid, decodeSpid } from '../companies/company-values.ts'
import { SpidsModal } from '../companies/spids-modal.tsx'
import { ifAvailable } from '../confirm-identity/call-with-preview.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordForm, type RecordForm } from '../form/use-record-form.ts'
import { toCompanyList } from '../paths.ts'
import { toOption } from '../ui/to-option.ts'
import { useGrantableServices } from '../catalogue/use-active-services.ts'
import { FormPage } from '../ui/form-page.tsx'
import { selectFirstOption } from '../ui/select-first-option.ts'
import { PhoneInput } from '../users/phone-input.tsx'
import { LooseSeatRows } from './loose-seat-rows.tsx'
import classes from './operator-create.module.css'
import { describeOperator } from './operator-preview.ts'
import {
  newOperator,
  operatorBody,
  operatorLabels,
  operatorValues,
  type OperatorValues,
} from './operator-values.ts'
import { useActivePlans } from './use-active-plans.ts'

/**
 * Form that creates an operator in one step: company, SPIDs, plans and first master user, with one preview and one
 * identity confirmation.
 */
export default function OperatorCreate(): ReactElement {
  const services = useGrantableServices()
  const plans = useActivePlans()
  const [managing, setManaging] = useState(false)
  const form: RecordForm<never, OperatorValues> = useRecordForm<
    never,
    OperatorValues,
    typeof newOperator,
    SuccessOf<typeof operators.operatorCreate>
  >({
    list: toCompanyList,
    read: null,
    values: operatorValues,
    labels: operatorLabels,
    choices: () => ({ plan_id: plans.map(toOption) }),
    schema: newOperator,
    body: operatorBody,
    save: async (body) => {
      const preview = await ifAvailable(call('operatorPreview', { body }))
      const chosen = plans.filter(({ id }) => body.plan_id?.includes(id)).map(({ name }) => name)
      return callConfirmed(describeOperator(body, preview, chosen), 'operatorCreate', { body })
    },
    created: ({ company_id }) => ({ ids: [company_id], name: form.values.name, complete: true }),
    saved: 'Operadora cadastrada',
    refusals: {
      failure: 'Erro ao cadastrar operadora!',
      reasons: ['too-many-requests'],
      errors: [
        'company-document-in-use',
        'user-email-in-use',
        'seat-limit-exceeded',
        'plan-not-found',
        'module-not-found',
      ],
      fields: {
        'company-document-in-use': 'document',
        'user-email-in-use': 'user_email',
        'seat-limit-exceeded': 'loose_plans',
        'plan-not-found': 'plan_id',
        'module-not-found': 'loose_plans',
      },
    },
  })
  const { values, errors, set } = form
  const spids = values.spids.map(decodeSpid)
  return (
    <>
      <FormPage title="Nova operadora" {...form.page}>
        <h2 data-wide className={classes['part']}>
          Empresa
        </h2>
        <TextInput {...form.text('name')} required autoComplete="off" />
        <CnpjField {...form.text('document')} onType={(document) => set({ document })} />
        <TextInput
          {...form.text('email')}
          required
          type="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <CompanySpids spids={spids} onManage={() => setManaging(true)} />
        <h2 data-wide className={classes['part']}>
          Planos e licenças
        </h2>
        <MultiSelect
          wrapperProps={{ 'data-wide': true }}
          placeholder={values.plan_id.length === 0 ? 'Selecione' : ''}
          searchable
          openOnFocus={false}
          nothingFoundMessage="Nenhum plano encontrado."
          onKeyDown={(event) => selectFirstOption(event)}
          {...form.several('plan_id')}
        />
        <LooseSeatRows
          services={services}
          lines={values.loose_plans}
          error={errors.loose_plans}
          onChange={(loose_plans) => set({ loose_plans })}
        />
        <h2 data-wide className={classes['part']}>
          Primeiro usuário master
        </h2>
        <TextInput {...form.text('user_name')} required autoComplete="off" />
        <TextInput
          {...form.text('user_email')}
          required
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={emailMax}
          description="O convite vai para este e-mail."
          inputWrapperOrder={below}
        />
        <PhoneInput
          {...form.text('phone_number')}
          required
          description="Com código do país e DDD: 55 11 99999-0000."
          inputWrapperOrder={below}
          onType={(phone_number) => set({ phone_number })}
        />
        <TextInput
          {...form.text('code')}
          autoComplete="off"
          maxLength={userCodeMax}
          description="Opcional: letras e números."
          inputWrapperOrder={below}
        />
      </FormPage>
      {managing && (
        <SpidsModal
          spids={spids}
          lead="São cadastrados com a operadora, quando ela for salva."
          saving={false}
          onSave={(saved) => {
            set({ spids: saved.map(encodeSpid) })
            setManaging(false)
          }}
          onClose={() => setManaging(false)}
        />
      )}
    </>
  )
}

/** The error appears below the hint, where a line is reserved for it. */
const below: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
