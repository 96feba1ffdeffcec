import type { OptionsFilter } from '@mantine/core'
import { holdsAll } from './plain-text.ts'

/** Filters the options of a select by all typed words. A CNPJ matches with and without its mask. */
export const byWords: OptionsFilter = ({ options, search, limit }) =>
  options
    .filter(
      (option) =>
        'value' in option &&
        holdsAll(`${option.label} ${option.label.replace(/[./-]/g, '')}`, search),
    )
    .slice(0, limit)
