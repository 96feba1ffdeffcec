import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import { call } from '../api/api-client.ts'
import { recordKey } from '../form/use-record.ts'
import { useGrantedPaths } from '../session-state/use-screen-granted.ts'
import { recordKinds, type NamedRecord } from './breadcrumb.ts'

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
  const granted = useGrantedPaths()
  const answers = useQueries({
    queries: records.map((record, index) => {
      const { kind, id } = record ?? { kind: 'service', id: 0 }
      const { operation } = recordKinds[kind]
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

type ReadOperation = (typeof recordKinds)[NamedRecord['kind']]['operation']

/** Whether one of the screens that a person may open lets them read a record. */
function opens(operation: ReadOperation, granted: ReadonlySet<string>): boolean {
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
