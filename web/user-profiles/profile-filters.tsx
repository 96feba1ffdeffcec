import { NativeSelect } from '@mantine/core'
import { searchMaxLength } from '../../contract/list.ts'
import { SearchBox } from '../ui/search-box.tsx'
import classes from './profile-table.module.css'
import type { ProfileFilter } from './use-profile-filter.ts'
import type { ProfileRow } from './user-profile-choice.ts'

const shows = [
  { value: 'all', label: 'Todos os perfis' },
  { value: 'held', label: 'Só os que a pessoa tem' },
  { value: 'changed', label: 'Só os alterados' },
]

interface ProfileFiltersProps {
  rows: readonly ProfileRow[]
  filter: ProfileFilter
}

/** Search and filters above the table of profiles. */
export function ProfileFilters({ rows, filter }: ProfileFiltersProps) {
  const services = servicesOf(rows)
  return (
    <div className={classes['tools']}>
      <SearchBox
        label="Buscar perfil, serviço ou módulo"
        maxLength={searchMaxLength}
        value={filter.search}
        onSearch={filter.setSearch}
      />
      {services.length > 1 && (
        <NativeSelect
          aria-label="Serviço"
          data={[
            { value: '0', label: 'Todos os serviços' },
            ...services.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(filter.service)}
          onChange={(event) => filter.setService(Number(event.currentTarget.value))}
        />
      )}
      <NativeSelect
        aria-label="Mostrar perfis"
        data={shows}
        value={filter.shown}
        onChange={(event) => filter.setShown(event.currentTarget.value)}
      />
    </div>
  )
}

function servicesOf(rows: readonly ProfileRow[]) {
  const byId = new Map(rows.map(({ service }) => [service.id, service]))
  return [...byId.values()].toSorted((one, other) =>
    one.name.localeCompare(other.name, 'pt-BR', { numeric: true }),
  )
}
