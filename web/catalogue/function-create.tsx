import type { ReactNode } from 'react'
import { functions } from '../../contract/functions.ts'
import { toFunctionList } from '../paths.ts'
import { callConfirmedWhere } from '../confirm-identity/confirm-identity.ts'
import { newRow } from '../list/created.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { FormPage } from '../ui/form-page.tsx'
import { FunctionFields } from './function-fields.tsx'
import { moduleChoices } from './module-choices.ts'
import { useActiveServices } from './use-active-services.ts'
import {
  concernsConsole,
  functionBody,
  functionLabels,
  functionRefusals,
  functionValues,
  normalFunction,
} from './function-values.ts'

/** Form that creates a function of a module (console.md §2). */
export default function FunctionCreate(): ReactNode {
  const modules = moduleChoices(useActiveServices(), undefined)
  const form = useRecordForm({
    list: toFunctionList,
    read: null,
    values: functionValues,
    labels: functionLabels,
    normal: normalFunction,
    choices: () => ({ module_id: modules }),
    schema: functions.functionCreate.body,
    body: functionBody,
    save: (body) =>
      callConfirmedWhere(
        concernsConsole(body, undefined),
        { describe: `Cadastrar a função ${body.name} da Gestão de Acesso` },
        'functionCreate',
        { body },
      ),
    created: newRow,
    saved: 'Função cadastrada com sucesso!',
    refusals: functionRefusals('Erro ao cadastrar função!'),
  })
  return (
    <FormPage title="Cadastro de Função" {...form.page}>
      <FunctionFields form={form} />
    </FormPage>
  )
}
