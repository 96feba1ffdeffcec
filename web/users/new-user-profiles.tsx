import { MultiSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RecordForm } from '../form/use-record-form.ts'
import { byWords } from '../ui/filter-by-words.ts'
import { formatNumber } from '../ui/format-number.ts'
import { offersOf, optionsOf } from './new-user-offers.ts'
import classes from './user-fields.module.css'
import type { NewUserValues, User } from './user-values.ts'

/** Maximum number of options in the dropdown. The others are found by typing. */
const optionsShown = 50

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
  const freeOf = new Map(options.map(({ value, free }) => [value, free]))
  return (
    <MultiSelect
      {...form.several('profiles')}
      data={options}
      searchable
      filter={byWords}
      limit={optionsShown}
      openOnFocus={false}
      wrapperProps={{ 'data-wide': true }}
      classNames={{ pillsList: classes['companies'] ?? '' }}
      placeholder="Buscar perfil, serviço, módulo ou empresa"
      nothingFoundMessage="Nenhum perfil encontrado."
      description="Opcional. Quem já tem conta em outra empresa pode receber perfis só depois de aceitar o convite."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      renderOption={({ option }) => (
        <span className={classes['option']}>
          {option.label}
          <small>{seatWords(freeOf.get(option.value) ?? 0)}</small>
        </span>
      )}
    />
  )
}

const seatWords = (free: number): string => {
  if (free === 0) return 'nenhuma licença livre'
  return free === 1 ? '1 licença livre' : `${formatNumber(free)} licenças livres`
}
