import { MultiSelect, TextInput, type InputWrapperProps } from '@mantine/core'
import { userCodeMax } from '../../contract/person-fields.ts'
import { emailMax } from '../../contract/email-shape.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import type { CompanyChoices } from '../form/use-company-choices.ts'
import { BoundCompany } from './bound-company.tsx'
import { PhoneInput } from './phone-input.tsx'
import classes from './user-fields.module.css'
import type { User, UserValues } from './user-values.ts'

/** The error appears below the hint, where a line is reserved for it. */
const order: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
]

interface UserFieldsProps {
  form: RecordForm<User, UserValues>
  /** Undefined if companies cannot be selected. */
  companies: CompanyChoices | undefined
  /** Makes all fields read-only. */
  disabled?: boolean
  /** Hint of the e-mail field; undefined makes the field read-only. */
  emailHint?: string | undefined
}

/** Form fields shared by creating and updating a user (console.md §2). */
export function UserFields({ form, companies, disabled = false, emailHint }: UserFieldsProps) {
  return (
    <>
      <TextInput {...form.text('name')} required autoComplete="off" disabled={disabled} />
      <TextInput
        {...form.text('email')}
        type="email"
        classNames={{ input: classes['fixed'] ?? '' }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={emailMax}
        disabled={disabled}
        {...(emailHint === undefined
          ? {
              readOnly: true,
              ...(!disabled && { description: 'O e-mail não muda depois do primeiro acesso.' }),
            }
          : { required: true, description: emailHint })}
        inputWrapperOrder={order}
      />
      <PhoneInput
        {...form.text('phone_number')}
        required
        description="Com código do país e DDD: 55 11 99999-0000."
        inputWrapperOrder={order}
        onType={(phone_number) => form.set({ phone_number })}
        disabled={disabled}
      />
      <TextInput
        {...form.text('code')}
        autoComplete="off"
        maxLength={userCodeMax}
        description="Opcional: letras e números."
        inputWrapperOrder={order}
        disabled={disabled}
      />
      {companies && (
        <MultiSelect
          required
          wrapperProps={{ 'data-wide': true }}
          classNames={{ pillsList: classes['companies'] ?? '' }}
          placeholder="Buscar empresa"
          {...companies.searched}
          {...form.several('company_id')}
          disabled={disabled}
        />
      )}
      <BoundCompany form={form} disabled={disabled} />
    </>
  )
}
