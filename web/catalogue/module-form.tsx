import { modules, type Module } from '../../contract/modules.ts'
import { statusOf } from '../api/status-on-the-wire.ts'
import { callConfirmedWhere } from '../confirm-identity/confirm-identity.ts'
import { useFromRecord } from '../form/use-from-record.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toModuleList, toModuleRecord } from '../paths.ts'
import { FormCard } from '../ui/form-page.tsx'
import { StatusSelect } from '../ui/status-select.tsx'
import { ModuleFacts } from './module-facts.tsx'
import { ModuleFields } from './module-fields.tsx'
import {
  addressOf,
  moduleLabels,
  moduleValues,
  movesAddress,
  normalModule,
} from './module-values.ts'

interface ModuleFormProps {
  module: Module
  read: () => Promise<Module>
}

/** Form that updates a module (console.md §2). */
export function ModuleForm({ module: { id, service_id }, read }: ModuleFormProps) {
  const fromRecord = useFromRecord()
  const form = useRecordForm({
    kind: 'module',
    list: () => (fromRecord ? toModuleRecord(id, service_id) : toModuleList(service_id)),
    read,
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
        { params: { id: String(id) }, body },
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
    <FormCard {...form.page} printed={module && <ModuleFacts module={module} />}>
      <ModuleFields form={form}>
        <StatusSelect {...form.status('active')} />
      </ModuleFields>
    </FormCard>
  )
}
