import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'
import type { FilterControlProps, FilterOffer } from '../list/list-filters.tsx'
import { SearchedSelect } from '../list/searched-select.tsx'

type Kind = 'user' | 'company'

/** Filter by a user or a company, found by typing among those visible to the reader. */
export function choiceFilter(kind: Kind, label: string, everything: string): FilterOffer {
  return {
    label,
    everything,
    Control: (props) => <ChoiceSelect kind={kind} {...props} />,
    Name: ({ value }) => useName(kind, value),
  }
}

function ChoiceSelect(props: FilterControlProps & { kind: Kind }) {
  const { kind, query: _, ...control } = props
  return (
    <SearchedSelect
      {...control}
      name={useName(kind, control.value)}
      queryKey={['auditChoice', kind]}
      find={async (search) => {
        const { rows } = await call('auditChoice', { query: { kind, search } })
        const choices = rows.map(({ id, name, detail }) => ({
          value: String(id),
          label: kind === 'user' ? `${name} (${detail})` : name,
        }))
        return { choices, more: false }
      }}
    />
  )
}

/** Returns the name of a user or company; its id if it is not visible to the reader. */
function useName(kind: Kind, id: string): string {
  const { data } = useQuery({
    ...queryOf('auditChoice', { query: { kind, id } }),
    enabled: id !== '',
  })
  if (id === '' || !data) return ''
  return data.rows[0]?.name ?? `nº ${id}`
}
