import { TextInput } from '@mantine/core'
import type { RecordForm } from '../form/use-record-form.ts'
import { CnpjField } from './cnpj-field.tsx'
import type { Company, CompanyValues } from './company-values.ts'

/** Form fields shared by creating and updating a company (console.md §2). */
export function CompanyFields({ form }: { form: RecordForm<Company, CompanyValues> }) {
  return (
    <>
      <TextInput {...form.text('name')} />
      <CnpjField {...form.text('document')} onType={(document) => form.set({ document })} />
      <TextInput type="email" autoCapitalize="none" spellCheck={false} {...form.text('email')} />
      <TextInput
        inputMode="numeric"
        placeholder="Sem máximo"
        {...form.text('assignment_days_max')}
      />
    </>
  )
}
