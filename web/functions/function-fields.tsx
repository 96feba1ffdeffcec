import { Checkbox, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { functionCodeMax, functionNameMax, functionUrlMax } from '../../contract/functions.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import { FunctionPlace } from './function-place.tsx'
import { isOfConsole, type FunctionForm } from './function-values.ts'
import { useModuleChoices } from './use-module-choices.ts'

interface FunctionFieldsProps {
  form: FunctionForm
  /** Further fields, which only the update has. */
  children?: ReactNode
}

/** The fields that creating and editing a function share (console.md §2). */
export function FunctionFields({ form, children }: FunctionFieldsProps) {
  const { values, errors, set, record } = form
  const administrator = useIsAdministrator()
  const modules = useModuleChoices(record?.module)
  return (
    <>
      <TextInput label="Nome" required maxLength={functionNameMax} {...form.text('name')} />
      <ChoiceSelect
        label="Módulo"
        nothingFound="Nenhum módulo encontrado."
        data={modules}
        value={values.module_id}
        error={errors.module_id}
        onChoose={(module_id) => set({ module_id })}
      />
      {isOfConsole(values) && <FunctionPlace form={form} />}
      <TextInput
        label="Url"
        required
        leftSection="/"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={functionUrlMax}
        {...form.text('url')}
      />
      <TextInput
        label="Código"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={functionCodeMax}
        {...form.text('code')}
      />
      {children}
      {administrator && (
        <Checkbox
          wrapperProps={{ 'data-wide': true }}
          label="Exibir para empresas"
          {...form.check('accredited_enable')}
        />
      )}
    </>
  )
}
