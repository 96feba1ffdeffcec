import { TextInput } from '@mantine/core'
import { HistoryLink } from '../links/history-link.tsx'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { actions } from '../../contract/actions.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import { toActionList } from '../paths.ts'
import { callConfirmedWhere } from '../confirm-identity/confirm-identity.ts'
import { readAction, useFunctionOfAction } from './use-function-of-action.ts'
import { newRow } from '../list/created.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { ExactText } from '../ui/exact-text.tsx'
import { FormPage } from '../ui/form-page.tsx'
import { StatusSelect, statusLabel } from '../ui/status-select.tsx'

/** Form that creates an action of a function, or updates the action `actionId` (console.md §2). */
export default function ActionForm(): ReactElement {
  const { actionId, functionId = 0 } = useSearch({ from: '/action-form' })
  const params = { id: String(actionId) }
  const creating = actionId === undefined
  const owner = useFunctionOfAction(creating ? functionId : undefined)
  const isOfConsole = (module: { id: number } | undefined) => module?.id === consoleModuleId
  const form = useRecordForm({
    kind: 'action',
    list: (action) => toActionList(action?.function.id ?? functionId),
    read: creating ? null : () => readAction(actionId),
    values: (action) => ({
      name: action?.name ?? '',
      path: action?.path ?? '',
      active: action?.active ?? true,
    }),
    labels: { name: 'Nome', path: 'Path', active: statusLabel },
    schema: actions.actionUpdate.body,
    body: (values, action) => ({ ...values, version: action?.version }),
    save: ({ name, path, ...rest }, changes, action) =>
      creating
        ? callConfirmedWhere(
            isOfConsole(owner?.module),
            { describe: `Cadastrar a ação ${name} da função ${owner?.name ?? functionId}` },
            'actionCreate',
            { body: { name, path, function_id: functionId } },
          )
        : callConfirmedWhere(
            isOfConsole(action?.module),
            { describe: `Atualizar a ação ${action?.name ?? name}`, changes },
            'actionUpdate',
            { params, body: { name, path, ...rest } },
          ),
    confirmBeforeSave: (_, action) => !isOfConsole(action?.module),
    created: creating && newRow,
    saved: creating ? 'Ação cadastrada' : 'Ação atualizada',
    refusals: {
      failure: 'Erro inesperado.',
      errors: ['action-in-use', 'action-exists', 'action-of-console'],
    },
  })
  const functionName = form.record?.function.name ?? owner?.name
  return (
    <FormPage
      title={creating ? 'Cadastro de Ação' : 'Atualização de Ação'}
      subject={functionName === undefined ? null : `Função: ${functionName}`}
      actions={!creating && <HistoryLink of="action" id={actionId} />}
      {...form.page}
    >
      <TextInput {...form.text('name')} />
      <ExactText {...form.text('path')} />
      {!creating && <StatusSelect {...form.status('active')} />}
    </FormPage>
  )
}
