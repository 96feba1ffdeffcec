import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { hasEnteredConsole } from '../session-state/route-guard.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { useMaker } from '../profiles/use-maker.ts'
import { useIsAdministrator, useMayDo } from '../session-state/use-allowed-actions.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'
import type { PaletteItem } from './palette-item.ts'
import { recordSources } from './record-sources.ts'

/** Milliseconds without a keystroke before records are looked for. */
const typingPause = 250
const shortestSearch = 2

/** The records whose lists find what was typed, a few of each kind; only kinds that the person may open. */
export function useRecordItems(typed: string): {
  items: PaletteItem[]
  searching: boolean
  failed: boolean
} {
  const navigate = useNavigate()
  const wanted = typed.trim()
  const [search] = useDebouncedValue(wanted, typingPause)
  const granted = useGrantedPaths()
  const asks = hasEnteredConsole() && wanted.length >= shortestSearch
  const mayUpdate = useMayDo('update')
  const maker = useMaker()
  const isAdministrator = useIsAdministrator()
  const sources = recordSources.filter(
    ({ screen, list }) => granted.has(screen) && (list === undefined || mayUpdate(list)),
  )
  const answers = useQueries({
    queries: sources.map(({ group, find }) => ({
      queryKey: ['palette', group, search],
      queryFn: () => find(search, (of) => isAdministrator || of === maker),
      enabled: asks && search.length >= shortestSearch,
    })),
  })
  useEndedSession(answers.find(({ error }) => error)?.error ?? null)
  if (!asks || sources.length === 0) return { items: [], searching: false, failed: false }

  return {
    searching: search !== wanted || answers.some(({ isFetching }) => isFetching),
    failed: answers.some(({ isError }) => isError),
    items: sources.flatMap(({ group, icon }, index) =>
      (answers[index]?.data ?? []).map(({ id, name, hint, place }) => ({
        id: `${group}-${id}`,
        group,
        label: name,
        hint,
        icon,
        run: () => void navigate(place),
      })),
    ),
  }
}
