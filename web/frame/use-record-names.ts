import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import { call } from '../api/api-client.ts'
import { recordKey } from '../form/use-record.ts'
import { useSession } from '../session-state/session.ts'
import type { NamedRecord } from './trail.ts'

/** The operation that reads a record with its name; of a module it is one that knows no secret. */
const readers = {
  company: 'companyGet',
  service: 'serviceGet',
  module: 'moduleGet',
  function: 'functionGet',
  action: 'actionGet',
  profile: 'profileGet',
  plan: 'planGet',
} as const satisfies Record<NamedRecord['kind'], keyof typeof api>

/** Milliseconds for which a name that was read is taken for true; a save on this screen forgets it earlier. */
const nameFresh = 60_000

/**
 * The names of records, in their order: from what screens have read already, or read once where the person may. The one
 * that the screen itself is about is read by its form, and not a second time.
 */
export function useRecordNames(
  records: readonly (NamedRecord | undefined)[],
): (string | undefined)[] {
  const own = useOwnName()
  const granted = new Set(useSession().userData?.functions.map(({ path }) => path))
  const answers = useQueries({
    queries: records.map((record, index) => {
      const { kind, id } = record ?? { kind: 'service', id: 0 }
      const operation = readers[kind]
      const params = { id: String(id) }
      return {
        queryKey: [operation, { params }],
        queryFn: (): Promise<{ name: string }> => call(operation, { params }),
        staleTime: nameFresh,
        enabled: record !== undefined && index < records.length - 1 && opens(operation, granted),
      }
    }),
  })
  return records.map((record, index) => {
    if (!record) return undefined
    return (index === records.length - 1 ? own : undefined) ?? answers[index]?.data?.name
  })
}

/** Whether one of the screens that a person may open lets them read a record. */
function opens(operation: (typeof readers)[NamedRecord['kind']], granted: Set<string>): boolean {
  return [api[operation].access].flat().some(({ screen }) => granted.has(screen))
}

const named = z.object({ name: z.string() })

/** The name of the record that the form that is shown has read. */
function useOwnName(): string | undefined {
  const shown = useMatches().at(-1)
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  )
  return useSyncExternalStore(
    subscribe,
    () => shown && named.safeParse(queryClient.getQueryData(recordKey(shown))).data?.name,
  )
}
