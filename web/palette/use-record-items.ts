import { useDebouncedValue } from '@mantine/hooks'
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { hasEnteredConsole } from '../session-state/route-guard.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { useProfileOwner } from '../profiles/use-profile-owner.ts'
import { useIsAdministrator, useMayDo } from '../session-state/use-allowed-actions.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'
import { type PaletteItem, rankOf } from './palette-item.ts'
import { type RecordSource, recordSources } from './record-sources.ts'

/** Milliseconds without a keystroke before the search starts. */
const typingPause = 250
const minSearchLength = 2

/** First results of each kind of record that the user may open. */
export function useRecordItems(typed: string): {
  items: PaletteItem[]
  searching: boolean
  failed: boolean
} {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const query = typed.trim()
  const [search] = useDebouncedValue(query, typingPause)
  const granted = useGrantedPaths()
  const enabled = hasEnteredConsole() && query.length >= minSearchLength
  const mayUpdate = useMayDo('update')
  const maker = useProfileOwner()
  const isAdministrator = useIsAdministrator()
  const sources = recordSources.filter(
    ({ form, list, openedByList }) => granted.has(form) && (!openedByList || mayUpdate(list)),
  )
  const results = useQueries({
    queries: sources.map(({ group, find }) => ({
      queryKey: ['palette', group, search],
      queryFn: () => find(search, (other) => isAdministrator || other === maker),
      enabled: enabled && search.length >= minSearchLength,
      // Keeps the lines in their places while the next ones are loading.
      placeholderData: () => newestOf(queries, group),
    })),
  })
  useEndedSession(results.find(({ error }) => error)?.error ?? null)
  if (!enabled || sources.length === 0) return { items: [], searching: false, failed: false }

  const itemsOf = ({ group, icon, to }: RecordSource, index: number) =>
    (results[index]?.data ?? []).map(({ id, name, hint, ownerId = 0 }) => ({
      id: `${group}-${id}`,
      group,
      label: name,
      hint,
      icon,
      run: () => void navigate(to(id, ownerId)),
    }))
  /** The server's results are ranked. Results for an earlier text are shown only if they also match the typed text. */
  const isCurrent = (item: PaletteItem, index: number) =>
    (search === query && results[index]?.isPlaceholderData !== true) ||
    rankOf(item, query) !== undefined
  return {
    searching: search !== query || results.some(({ isFetching }) => isFetching),
    failed: results.some(({ isError }) => isError),
    items: sources.flatMap((source, index) =>
      itemsOf(source, index).filter((item) => isCurrent(item, index)),
    ),
  }
}

type FoundRecords = Awaited<ReturnType<RecordSource['find']>>

/** Returns the newest result of an earlier text. */
function newestOf(queries: QueryClient, group: string): FoundRecords | undefined {
  const found = queries.getQueryCache().findAll({ queryKey: ['palette', group], type: 'all' })
  const newest = found
    .filter(({ state }) => state.data !== undefined)
    .toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)
    .at(-1)
  return newest && queries.getQueryData<FoundRecords>(newest.queryKey)
}
