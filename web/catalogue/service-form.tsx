import { TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { services, type Service } from '../../contract/services.ts'
import { call } from '../api/api-client.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { newRow } from '../list/created.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { HistoryLink } from '../links/history-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toListOf, toModuleList } from '../paths.ts'
import { FormPage } from '../ui/form-page.tsx'
import { LongText } from '../ui/long-text.tsx'
import { StatusSelect, statusLabel } from '../ui/status-select.tsx'

/** Form that creates a service, or updates the service `id` (console.md §2). */
export default function ServiceForm(): ReactElement {
  const { id } = useSearch({ from: '/service-form' })
  const creating = id === undefined
  const params = { id: String(id) }
  const form = useRecordForm({
    kind: 'service',
    list: () => toListOf('service'),
    read: creating ? null : () => call('serviceGet', { params }),
    values: ({ name = '', description = '', active = true }: Partial<Service> = {}) => ({
      name,
      description,
      active,
    }),
    labels: { name: 'Nome', description: 'Descrição', active: statusLabel },
    schema: services.serviceUpdate.body,
    body: (values, service) => ({ ...values, version: service?.version }),
    save: (body, changes, service) => {
      if (!service)
        return callConfirmed(`Cadastrar o serviço ${body.name}`, 'serviceCreate', { body })
      const described = { describe: `Atualizar o serviço ${service.name}`, changes }
      return callConfirmed(described, 'serviceUpdate', { params, body })
    },
    created: creating && newRow,
    saved: creating ? 'Serviço cadastrado' : 'Serviço atualizado',
    refusals: {
      failure: 'Erro ao atualizar serviço',
      warnings: ['service-name-in-use'],
      fields: { 'service-name-in-use': 'name', 'service-of-console': 'active' },
    },
  })
  return (
    <FormPage
      title={creating ? 'Cadastro de Serviço' : 'Atualização de Serviço'}
      actions={
        !creating && (
          <>
            <RelatedLink {...toModuleList(id)}>Módulos</RelatedLink>
            <HistoryLink of="service" id={id} />
          </>
        )
      }
      {...form.page}
    >
      <TextInput {...form.text('name')} />
      <LongText {...form.text('description')} />
      {!creating && <StatusSelect {...form.status('active')} />}
    </FormPage>
  )
}
