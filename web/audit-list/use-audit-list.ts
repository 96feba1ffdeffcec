import { useSearch } from '@tanstack/react-router'
import { defaultPageSize } from '../../contract/list.ts'
import { queryOf } from '../api/query-of.ts'
import { useListState } from '../list/use-list-state.ts'
import { useAuditFilters } from './audit-filters.tsx'

/** Cursor of a page of the audit log. */
interface Position {
  before?: string | undefined
  after?: string | undefined
}

/** What limits the audit log: nothing, a linked record, the menu's link to changes, or filters set by the user. */
export type Limited = 'nothing' | 'record' | 'changes' | 'filters'

function limitedBy(chosen: readonly string[]): Limited {
  if (chosen.length === 0) return 'nothing'
  if (chosen.every((name) => name === 'only')) return 'changes'
  return chosen.every((name) => name === 'record') ? 'record' : 'filters'
}

/** State of the audit log from the URL: filters, page size and cursor. */
export function useAuditList() {
  const search = useSearch({ from: '/audit-list' })
  const { take = defaultPageSize } = search
  // If a link has both cursors, `before` is used.
  const position: Position =
    search.before === undefined ? { after: search.after } : { before: search.before }
  const { change, filters, data, reading, onRetry } = useListState({
    search,
    filters: useAuditFilters(),
    query: (values) =>
      queryOf('auditList', { query: { ...values, ...position, take, confirmations: 'folded' } }),
  })
  const { rows, names = {}, older, newer } = data ?? {}
  const chosen = filters.props.filter((filter) => filter.chosen !== null).map(({ name }) => name)
  const limited = limitedBy(chosen)
  return {
    rows,
    names,
    take,
    reading,
    filters,
    limited,
    onClear: limited === 'nothing' ? undefined : filters.onClear,
    onRetry,
    onTake: (size: number) => change({ take: size }),
    onFirst: newer ? () => change({}) : undefined,
    onPrevious: newer ? () => change({ after: newer }) : undefined,
    onNext: older ? () => change({ before: older }) : undefined,
  }
}
