import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { functions } from '../../contract/functions.ts'
import { toFunctionList } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { statusOf } from '../api/status-on-the-wire.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { FormPage } from '../ui/form-page.tsx'
import { StatusSelect } from '../ui/status-select.tsx'
import { FunctionFields } from './function-fields.tsx'
import { functionProblemFields, tellFunctionProblem } from './function-problem.ts'
import { functionBody, functionValues } from './function-values.ts'

/** The update of a function (console.md §2). */
export default function FunctionEdit(): ReactElement {
  const { id = 0 } = useSearch({ from: '/function-edit' })
  const params = { id: String(id) }
  const form = useRecordForm({
    list: toFunctionList,
    read: () => call('functionGet', { params }),
    values: functionValues,
    schema: functions.functionUpdate.body,
    body: (values) => ({
      ...functionBody(values),
      status: statusOf(values.status),
    }),
    save: (body, row) =>
      call('functionUpdate', { params, body: { ...body, version: row?.version } }),
    saved: 'Função atualizada com sucesso!',
    problemFields: functionProblemFields,
    onRefused: (problem) => tellFunctionProblem(problem, 'Erro ao atualizar a função!'),
  })
  return (
    <FormPage title="Editar Função" {...form.page}>
      <FunctionFields form={form}>
        <StatusSelect {...form.text('status')} />
      </FunctionFields>
    </FormPage>
  )
}
