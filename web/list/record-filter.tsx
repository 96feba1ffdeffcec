import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import type { FilterControlProps, FilterOffer } from './list-filters.tsx'
import { maxOptions, SearchSelect } from './search-select.tsx'
import { useCurrentService } from './use-current-service.ts'

/** Lists of records that other lists can be filtered by. */
type ChoiceOperation = 'serviceList' | 'moduleList' | 'profileMakerList' | 'companyList'

interface Rules {
  within?: string
  initial?: number | undefined
}

/** Filter by a record, searched on the server. */
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

/** Filter by module, within the selected service if there is one. */
export const moduleFilter = recordFilter('moduleList', 'Módulo', 'Todos os módulos', {
  within: 'service_id',
})

/**
 * Filter by service. For users who are not administrators, the initial value is the service through which they opened
 * the console. They may select another service of their company, or all (console.md §6).
 */
export function useServiceFilter(): FilterOffer {
  return { ...serviceFilter, initial: useCurrentService() }
}

const serviceFilter = recordFilter('serviceList', 'Serviço', 'Todos os serviços')

function RecordSelect(props: FilterControlProps & { operation: ChoiceOperation }) {
  const { operation, label, everything, value, onChoose, query } = props
  const name = useName(operation, value)
  return (
    <SearchSelect
      label={label}
      everything={everything}
      value={value === '' ? null : { id: Number(value), name }}
      onChoose={(record) => onChoose(record === null ? '' : String(record.id))}
      find={(search) => queryOf(operation, { query: { ...query, search, take: maxOptions } })}
      optionsIn={({ rows }) => rows}
      more={({ pagination }) => pagination.totalRecords > maxOptions && 'Digite para achar outros…'}
    />
  )
}

/** Returns the name of the record with this id. */
function useName(operation: ChoiceOperation, id: string): string {
  const { data } = useQuery({
    ...queryOf(operation, { query: { id } }),
    enabled: id !== '',
  })
  if (id === '' || !data) return ''
  return data.rows[0]?.name ?? 'não encontrado'
}
