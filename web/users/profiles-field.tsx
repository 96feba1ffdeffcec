import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useState } from 'react'
import { byWords } from '../ui/filter-by-words.ts'
import { formatNumber } from '../ui/format-number.ts'
import type { ProfileOption } from './profile-options.ts'
import classes from './user-fields.module.css'

/** Maximum number of options in the dropdown. The others are found by typing. */
const optionsShown = 50

interface ProfilesFieldProps extends Pick<
  MultiSelectProps,
  'label' | 'name' | 'error' | 'description' | 'value' | 'onChange'
> {
  options: readonly ProfileOption[]
}

/**
 * Search for profiles to give, with the free seats of each. Its list closes after a choice, so that it does not cover
 * 'Salvar'.
 */
export function ProfilesField({ options, ...props }: ProfilesFieldProps) {
  const [opened, setOpened] = useState(false)
  const freeOf = new Map(options.map(({ value, free }) => [value, free]))
  return (
    <MultiSelect
      {...props}
      data={options}
      searchable
      filter={byWords}
      limit={optionsShown}
      openOnFocus={false}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onOptionSubmit={() => setOpened(false)}
      wrapperProps={{ 'data-wide': true }}
      classNames={{ pillsList: classes['companies'] ?? '' }}
      placeholder="Perfil, serviço, módulo ou empresa"
      nothingFoundMessage="Nenhum perfil encontrado."
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
