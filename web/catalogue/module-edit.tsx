import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { modules } from '../../contract/modules.ts'
import { HistoryLink } from '../links/history-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toFunctionsOfModule, toModuleList, toProfilesOfModule } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { statusOf } from '../api/status-on-the-wire.ts'
import { callConfirmedWhere } from '../confirm-identity/confirm-identity.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { FormPage } from '../ui/form-page.tsx'
import { StatusSelect } from '../ui/status-select.tsx'
import { ModuleFields } from './module-fields.tsx'
import { ModuleLogo } from './module-logo.tsx'
import {
  addressOf,
  moduleLabels,
  moduleValues,
  movesAddress,
  normalModule,
} from './module-values.ts'

/** Form that updates a module and its logo (console.md §2). */
export default function ModuleEdit(): ReactElement {
  const { id = 0, serviceId = 0 } = useSearch({ from: '/module-edit' })
  const params = { id: String(id) }
  const form = useRecordForm({
    kind: 'module',
    list: (module) => toModuleList(module?.service_id ?? serviceId),
    read: () => call('moduleGet', { params }),
    values: moduleValues,
    labels: moduleLabels,
    normal: normalModule,
    schema: modules.moduleUpdate.body,
    body: ({ name, is_enable_spid, active, ...address }, module) => ({
      id,
      name,
      ...addressOf(address),
      is_enable_spid,
      status: statusOf(active),
      version: module?.version,
    }),
    save: (body, changes, module) =>
      callConfirmedWhere(
        movesAddress(body, module),
        {
          describe: `Atualizar o módulo ${module?.name ?? body.name}`,
          changes,
          consequence: 'Quem entrar no módulo a partir de agora recebe o acesso no endereço novo.',
        },
        'moduleUpdate',
        { params, body },
      ),
    confirmBeforeSave: (values, module) => !movesAddress(values, module),
    saved: 'Módulo atualizado com sucesso!',
    refusals: {
      failure: 'Erro ao atualizar módulo!',
      fields: { 'module-name-in-use': 'name', 'module-of-console': 'url' },
    },
  })
  const { record: module } = form
  return (
    <>
      <FormPage
        title="Edição de Módulo"
        subject={module && `Serviço: ${module.Service.name}`}
        actions={
          <>
            <RelatedLink {...toFunctionsOfModule(id)}>Funções</RelatedLink>
            <RelatedLink {...toProfilesOfModule(id)}>Perfis</RelatedLink>
            <HistoryLink of="module" id={id} />
          </>
        }
        {...form.page}
      >
        <ModuleFields form={form}>
          <StatusSelect {...form.status('active')} />
        </ModuleFields>
      </FormPage>
      {module && <ModuleLogo module={module} />}
    </>
  )
}
