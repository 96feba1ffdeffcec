import { Select } from '@mantine/core'
import type { RecordForm } from '../form/use-record-form.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import { selectFirstOption } from '../ui/select-first-option.ts'
import {
  clearUnselectedBoundCompany,
  boundToNone,
  type User,
  type UserValues,
} from './user-values.ts'

interface BoundCompanyProps {
  form: RecordForm<User, UserValues>
  disabled: boolean
}

/** Select for a user's bound company, or none. Shown only to administrators (rulings §10). */
export function BoundCompany({ form, disabled }: BoundCompanyProps) {
  const administrator = useIsAdministrator()
  if (!administrator) return null
  const { values, record } = form
  const { data, onChoose, ...props } = form.choice('accredit_id')
  const offered = new Set([boundToNone.value, ...values.company_id])
  return (
    <Select
      {...props}
      value={clearUnselectedBoundCompany(values).accredit_id}
      onChange={(chosen) => onChoose(chosen ?? boundToNone.value)}
      data={data.filter((choice) => 'value' in choice && offered.has(choice.value))}
      searchable
      openOnFocus={false}
      nothingFoundMessage="Nenhuma empresa encontrada."
      description={
        record
          ? 'Opcional: uma das empresas já vinculadas.'
          : 'Opcional: uma das empresas escolhidas.'
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onKeyDown={(event) => selectFirstOption(event)}
      disabled={disabled}
    />
  )
}
