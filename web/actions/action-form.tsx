import { TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { actionNameMax, actionPathMax, actions } from '../../contract/actions.ts'
import { toActionList } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { useFunctionName } from './use-function-name.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { FormPage } from '../ui/form-page.tsx'
import { notify } from '../ui/notify.ts'
import { StatusSelect } from '../ui/status-select.tsx'

/** A new action of a function, or with `actionId` the update of one (console.md §2). */
export default function ActionForm(): ReactElement {
  const { actionId, functionId = 0 } = useSearch({ from: '/action-form' })
  const params = { id: String(actionId) }
  const creating = actionId === undefined
  const form = useRecordForm({
    list: (action) => toActionList(action?.function.id ?? functionId),
    read: creating ? null : () => call('actionGet', { params }),
    values: (action) => ({
      name: action?.name ?? '',
      path: action?.path ?? '',
      active: action?.active === false ? '0' : '1',
    }),
    schema: actions.actionUpdate.body,
    body: ({ active, ...values }) => ({ ...values, active: active === '1' }),
    save: ({ active, ...body }, action) =>
      creating
        ? call('actionCreate', { body: { ...body, function_id: functionId } })
        : call('actionUpdate', { params, body: { ...body, active, version: action?.version } }),
    saved: creating ? 'Ação cadastrada' : 'Ação atualizada',
    // What is told of a 409 is its message: 'Ação ou path atualmente em uso.' or 'Ação já existe' (console.md §8).
    onRefused: ({ status, httpMessage }) =>
      notify.error(status === 409 ? httpMessage : 'Erro inesperado.'),
  })
  const functionName = useFunctionName(functionId, form.record, creating)
  return (
    <FormPage
      title={creating ? 'Cadastro de Ação' : 'Atualização de Ação'}
      subject={functionName && `Função: ${functionName}`}
      {...form.page}
    >
      <TextInput label="Nome" required maxLength={actionNameMax} {...form.text('name')} />
      <TextInput
        label="Path"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={actionPathMax}
        {...form.text('path')}
      />
      {!creating && <StatusSelect {...form.text('active')} />}
    </FormPage>
  )
}
