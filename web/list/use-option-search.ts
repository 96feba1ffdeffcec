import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchOf } from '../../contract/list.ts'
import { useSelectFirstOption } from '../ui/select-first-option.ts'

/** Returns the query of the options that match a search text; for an empty text, of the first options. */
export type FindOptions<Found> = (search: string) => {
  queryKey: readonly unknown[]
  queryFn: () => Promise<Found>
}

/** Options of a select that the server searches by the typed text. */
export function useOptionSearch<Found>(
  find: FindOptions<Found>,
  { typed, enabled = true }: { typed: string; enabled?: boolean },
) {
  const [search] = useDebouncedValue(searchOf(typed), 250)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery<Found>({
    ...find(search),
    placeholderData: keepPreviousData,
    enabled,
  })
  /** Whether `data` belongs to the typed text. */
  const loaded = !isPending && !isPlaceholderData && search === searchOf(typed)
  return { search, data, error, loaded, refetch, onKeyDown: useSelectFirstOption(loaded) }
}
