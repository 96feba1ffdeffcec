import { Textarea, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { serviceDescriptionMax, serviceNameMax, services } from '../../contract/services.ts'
import { call } from '../api/api-client.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { toModuleList, toServiceList } from '../paths.ts'
import { useScreenGranted } from '../session-state/use-screen-granted.ts'
import { FormPage } from '../ui/form-page.tsx'
import { StatusSelect, statusLabel } from '../ui/status-select.tsx'

/** A new service, or with `id` the update of one (console.md §2). */
export default function ServiceForm(): ReactElement {
  const { id } = useSearch({ from: '/service-form' })
  const creating = id === undefined
  const params = { id: String(id) }
  const showsModules = useScreenGranted('/module-list')
  const form = useRecordForm({
    list: toServiceList,
    read: creating ? null : () => call('serviceGet', { params }),
    values: (service) => ({
      name: service?.name ?? '',
      description: service?.description ?? '',
      active: service?.active ?? true,
    }),
    labels: { name: 'Nome', description: 'Descrição', active: statusLabel },
    schema: services.serviceUpdate.body,
    body: (values, service) => ({ ...values, version: service?.version }),
    save: (body, changes, service) =>
      creating
        ? callConfirmed(`Cadastrar o serviço ${body.name}`, 'serviceCreate', { body })
        : callConfirmed(
            { describe: `Atualizar o serviço ${service?.name ?? body.name}`, changes },
            'serviceUpdate',
            { params, body },
          ),
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
        id !== undefined &&
        showsModules && (
          <ButtonLink {...toModuleList(id)} variant="default">
            Módulos
          </ButtonLink>
        )
      }
      {...form.page}
    >
      <TextInput required maxLength={serviceNameMax} {...form.text('name')} />
      <Textarea
        required
        autosize
        minRows={3}
        maxLength={serviceDescriptionMax}
        wrapperProps={{ 'data-wide': true }}
        {...form.text('description')}
      />
      {!creating && <StatusSelect {...form.status('active')} />}
    </FormPage>
  )
}
