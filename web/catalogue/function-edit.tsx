import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { functions } from '../../contract/functions.ts'
import { HistoryLink } from '../links/history-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toActionList, toFunctionList } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { statusOf } from '../api/status-on-the-wire.ts'
import { callConfirmedWhere } from '../confirm-identity/confirm-identity.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { FormPage } from '../ui/form-page.tsx'
import { useActiveServices } from './use-active-services.ts'
import { StatusSelect } from '../ui/status-select.tsx'
import { FunctionFields } from './function-fields.tsx'
import { moduleChoices } from './module-choices.ts'
import {
  concernsConsole,
  functionBody,
  functionLabels,
  functionPlaces,
  functionRefusals,
  functionValues,
  normalFunction,
} from './function-values.ts'

/** Form that updates a function (console.md §2). */
export default function FunctionEdit(): ReactElement {
  const { id = 0 } = useSearch({ from: '/function-edit' })
  const params = { id: String(id) }
  const services = useActiveServices()
  const form = useRecordForm({
    kind: 'function',
    list: toFunctionList,
    read: () => call('functionGet', { params }),
    values: functionValues,
    labels: functionLabels,
    normal: normalFunction,
    choices: (row) => ({
      module_id: moduleChoices(services, row?.module),
      environment: functionPlaces,
    }),
    schema: functions.functionUpdate.body,
    body: (values, row) => ({
      ...functionBody(values),
      status: statusOf(values.active),
      version: row?.version,
    }),
    save: (body, changes, row) =>
      callConfirmedWhere(
        concernsConsole(body, row),
        { describe: `Atualizar a função ${row?.name ?? body.name}`, changes },
        'functionUpdate',
        { params, body },
      ),
    confirmBeforeSave: (values, row) => !concernsConsole(values, row),
    saved: 'Função atualizada com sucesso!',
    refusals: functionRefusals('Erro ao atualizar a função!'),
  })
  return (
    <FormPage
      title="Editar Função"
      actions={
        <>
          <RelatedLink {...toActionList(id)}>Ações</RelatedLink>
          <HistoryLink of="function" id={id} />
        </>
      }
      {...form.page}
    >
      <FunctionFields form={form}>
        <StatusSelect {...form.status('active')} />
      </FunctionFields>
    </FormPage>
  )
}
