import { Checkbox, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import { ExactText } from '../ui/exact-text.tsx'
import { FunctionPlace } from './function-place.tsx'
import { isOfConsole, type FunctionForm } from './function-values.ts'

interface FunctionFieldsProps {
  form: FunctionForm
  /** Further fields of the update form. */
  children?: ReactNode
}

/** Form fields shared by creating and updating a function (console.md §2). */
export function FunctionFields({ form, children }: FunctionFieldsProps) {
  const administrator = useIsAdministrator()
  return (
    <>
      <TextInput {...form.text('name')} />
      <ChoiceSelect nothingFound="Nenhum módulo encontrado." {...form.choice('module_id')} />
      {isOfConsole(form.values) && <FunctionPlace form={form} />}
      <ExactText leftSection="/" {...form.text('url')} />
      <ExactText {...form.text('code')} />
      {administrator && <Checkbox {...form.check('accredited_enable')} />}
      {children}
    </>
  )
}
