import { Checkbox, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { functionCodeMax, functionNameMax, functionUrlMax } from '../../contract/functions.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import { FunctionPlace } from './function-place.tsx'
import { isOfConsole, type FunctionForm } from './function-values.ts'

interface FunctionFieldsProps {
  form: FunctionForm
  /** Further fields, which only the update has. */
  children?: ReactNode
}

/** The fields that creating and editing a function share (console.md §2). */
export function FunctionFields({ form, children }: FunctionFieldsProps) {
  const administrator = useIsAdministrator()
  return (
    <>
      <TextInput required maxLength={functionNameMax} {...form.text('name')} />
      <ChoiceSelect nothingFound="Nenhum módulo encontrado." {...form.choice('module_id')} />
      {isOfConsole(form.values) && <FunctionPlace form={form} />}
      <TextInput
        required
        leftSection="/"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={functionUrlMax}
        {...form.text('url')}
      />
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        maxLength={functionCodeMax}
        {...form.text('code')}
      />
      {administrator && (
        <Checkbox wrapperProps={{ 'data-wide': true }} {...form.check('accredited_enable')} />
      )}
      {children}
    </>
  )
}
