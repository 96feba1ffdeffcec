import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { hasEnteredConsole } from '../session-state/route-guard.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { useProfileOwner } from '../profiles/use-profile-owner.ts'
import { useIsAdministrator, useMayDo } from '../session-state/use-allowed-actions.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'
import type { PaletteItem } from './palette-item.ts'
import { recordSources } from './record-sources.ts'

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
    })),
  })
  useEndedSession(results.find(({ error }) => error)?.error ?? null)
  if (!enabled || sources.length === 0) return { items: [], searching: false, failed: false }

  return {
    searching: search !== query || results.some(({ isFetching }) => isFetching),
    failed: results.some(({ isError }) => isError),
    items: sources.flatMap(({ group, icon, to }, index) =>
      (results[index]?.data ?? []).map(({ id, name, hint, ownerId = 0 }) => ({
        id: `${group}-${id}`,
        group,
        label: name,
        hint,
        icon,
        run: () => void navigate(to(id, ownerId)),
      })),
    ),
  }
}
