import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { modules } from '../../contract/modules.ts'
import { toModuleList } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'
import { newRow } from '../list/created.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { FormPage } from '../ui/form-page.tsx'
import { ModuleFields } from './module-fields.tsx'
import { addressOf, moduleLabels, moduleValues, normalModule } from './module-values.ts'

/** Form that creates a module of a service (console.md §2). */
export default function ModuleCreate(): ReactElement {
  const { serviceId = 0 } = useSearch({ from: '/module-create' })
  const service = useQuery(queryOf('serviceGet', { params: { id: String(serviceId) } }))
  const form = useRecordForm({
    list: () => toModuleList(serviceId),
    read: null,
    values: moduleValues,
    labels: moduleLabels,
    normal: normalModule,
    schema: modules.moduleCreate.body,
    body: ({ name, is_enable_spid, ...address }) => ({
      name,
      ...addressOf(address),
      is_enable_spid,
      service_id: serviceId,
    }),
    save: (body) => call('moduleCreate', { body }),
    created: newRow,
    saved: 'Módulo cadastrado com sucesso!',
    refusals: { failure: 'Erro ao cadastrar módulo!', fields: { 'module-name-in-use': 'name' } },
  })
  return (
    <FormPage
      title="Cadastro de Módulo"
      subject={service.data ? `Serviço: ${service.data.name}` : null}
      {...form.page}
    >
      <ModuleFields form={form} />
    </FormPage>
  )
}
