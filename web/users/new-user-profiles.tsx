import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RecordForm } from '../form/use-record-form.ts'
import { takesPeriod } from '../assignment-periods/assignment-period.ts'
import { PeriodFields } from '../assignment-periods/period-fields.tsx'
import { offersOf, optionsOf, profileOf, termOfOptions } from './profile-options.ts'
import { ProfilesField } from './profiles-field.tsx'
import type { NewUserValues, User } from './user-values.ts'

/** Field for the profiles that a new user receives. Hidden if the selected companies offer none. */
export function NewUserProfiles({ form }: { form: RecordForm<User, NewUserValues> }) {
  const { company_id } = form.values
  const { data } = useQuery({
    ...offersOf(company_id),
    enabled: company_id.length > 0,
    placeholderData: keepPreviousData,
  })
  const options = data && company_id.length > 0 ? optionsOf(data) : []
  if (options.length === 0) return null
  const { profiles } = form.values
  return (
    <>
      <ProfilesField
        {...form.several('profiles')}
        options={options}
        description="Opcional. Quem já tem conta em outra empresa pode receber perfis só depois de aceitar o convite."
      />
      {profiles.length > 0 && (
        <PeriodFields
          legend="Prazo e motivo dos perfis (opcional)"
          values={form.values}
          errors={form.errors}
          daysMax={data ? termOfOptions(data, profiles) : null}
          days={profiles.some((value) => takesPeriod(profileOf(value))) ? 'both' : 'none'}
          onChange={form.set}
        />
      )}
    </>
  )
}
