import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import type { FilterControlProps, FilterOffer } from '../list/list-filters.tsx'
import { SearchSelect } from '../list/search-select.tsx'

type Kind = 'user' | 'company'

/** Filter by a user or company. The reader searches by typing and finds only what they may see. */
export function choiceFilter(kind: Kind, label: string, everything: string): FilterOffer {
  return {
    label,
    everything,
    Control: (props) => <ChoiceSelect kind={kind} {...props} />,
    Name: ({ value }) => useName(kind, value),
  }
}

function ChoiceSelect(props: FilterControlProps & { kind: Kind }) {
  const { kind, label, everything, value, onChoose } = props
  const name = useName(kind, value)
  return (
    <SearchSelect
      label={label}
      everything={everything}
      value={value === '' ? null : { id: Number(value), name }}
      onChoose={(chosen) => onChoose(chosen === null ? '' : String(chosen.id))}
      find={(search) => queryOf('auditChoice', { query: { kind, search } })}
      optionsIn={({ rows }) =>
        rows.map(({ id, name: found, detail }) => ({
          id,
          name: kind === 'user' ? `${found} (${detail})` : found,
        }))
      }
    />
  )
}

/** Returns the name of a user or company, or its id if the reader cannot see it. */
function useName(kind: Kind, id: string): string {
  const { data } = useQuery({
    ...queryOf('auditChoice', { query: { kind, id } }),
    enabled: id !== '',
  })
  if (id === '' || !data) return ''
  return data.rows[0]?.name ?? `nº ${id}`
}
