import { Textarea, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { serviceDescriptionMax, serviceNameMax, services } from '../../contract/services.ts'
import { toServiceList } from '../paths.ts'
import { call } from '../api/api-client.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { FormPage } from '../ui/form-page.tsx'
import { notify } from '../ui/notify.ts'
import { StatusSelect } from '../ui/status-select.tsx'

/** A new service, or with `id` the update of one (console.md §2). */
export default function ServiceForm(): ReactElement {
  const { id } = useSearch({ from: '/service-form' })
  const params = { id: String(id) }
  const creating = id === undefined
  const form = useRecordForm({
    list: toServiceList,
    read: creating ? null : () => call('serviceGet', { params }),
    values: (service) => ({
      name: service?.name ?? '',
      description: service?.description ?? '',
      active: service?.active === false ? '0' : '1',
    }),
    schema: services.serviceCreate.body,
    body: ({ active, ...values }) => ({ ...values, active: active === '1' }),
    save: (body, service) =>
      creating
        ? callConfirmed(`Cadastrar o serviço ${body.name}`, 'serviceCreate', { body })
        : callConfirmed(`Atualizar o serviço ${body.name}`, 'serviceUpdate', {
            params,
            body: { ...body, active: body.active ?? true, version: service?.version },
          }),
    saved: creating ? 'Serviço cadastrado' : 'Serviço atualizado',
    problemFields: { 'service-name-in-use': 'name', 'service-of-console': 'active' },
    onRefused: tellRefusal,
  })
  return (
    <FormPage title={creating ? 'Cadastro de Serviço' : 'Atualização de Serviço'} {...form.page}>
      <TextInput label="Nome" required maxLength={serviceNameMax} {...form.text('name')} />
      {!creating && <StatusSelect {...form.text('active')} />}
      <Textarea
        label="Descrição"
        required
        autosize
        minRows={3}
        maxLength={serviceDescriptionMax}
        wrapperProps={{ 'data-wide': true }}
        {...form.text('description')}
      />
    </FormPage>
  )
}

/** As the catalogue of console.md §8 has it. */
function tellRefusal({ description }: ApiProblem): void {
  if (description?.includes('nome já existe')) notify.warning('Nome já existe')
  else notify.error('Erro ao atualizar serviço')
}
