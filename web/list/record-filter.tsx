import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import type { FilterControlProps, FilterOffer } from './list-filters.tsx'
import { SearchedSelect } from './searched-select.tsx'
import { useCurrentService } from './use-current-service.ts'

/** The lists of records that others are filtered by. */
type ChoiceOperation = 'serviceList' | 'moduleList' | 'profileMakerList' | 'companyList'

/** So many choices are offered; others are found by typing. */
const offered = 20

interface Rules {
  within?: string
  initial?: number | undefined
}

/** A filter by a record, which is found by typing: the server searches, however many there are. */
export function recordFilter(
  operation: ChoiceOperation,
  label: string,
  everything: string,
  rules: Rules = {},
): FilterOffer {
  return {
    label,
    everything,
    ...rules,
    Name: ({ value }) => useName(operation, value),
    Control: (props) => <RecordSelect operation={operation} {...props} />,
  }
}

/** The module, of the chosen service where one is chosen. */
export const moduleFilter = recordFilter('moduleList', 'Módulo', 'Todos os módulos', {
  within: 'service_id',
})

/**
 * The service. For others than administrators the list begins with the one through which they entered the console; they
 * may choose any that their company is entitled to, or all of them (console.md §6).
 */
export function useServiceFilter(): FilterOffer {
  return { ...serviceFilter, initial: useCurrentService() }
}

const serviceFilter = recordFilter('serviceList', 'Serviço', 'Todos os serviços')

function RecordSelect(props: FilterControlProps & { operation: ChoiceOperation }) {
  const { operation, query, ...control } = props
  return (
    <SearchedSelect
      {...control}
      name={useName(operation, control.value)}
      queryKey={[operation, 'choices', query]}
      find={async (search) => {
        const found = await call(operation, { query: { ...query, search, take: offered } })
        return {
          choices: found.rows.map(({ id, name }) => ({ value: String(id), label: name })),
          more: found.pagination.totalRecords > offered,
        }
      }}
      onlyFound
    />
  )
}

/** What the record with this id is called. */
function useName(operation: ChoiceOperation, id: string): string {
  const { data } = useQuery({
    queryKey: [operation, 'name', id],
    queryFn: () => call(operation, { query: { id } }),
    enabled: id !== '',
  })
  if (id === '' || !data) return ''
  return data.rows[0]?.name ?? 'não encontrado'
}
