import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { call } from '../api/api-client.ts'
import { recordKey } from '../form/use-record.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'
import { ownerOf, recordKinds, type NamedRecord } from './breadcrumb.ts'
import { type ReadOperation, recordScreens } from './record-screens.ts'

/** Milliseconds for which a name that was read is taken for true; a save on this screen forgets it earlier. */
const nameFresh = 60_000

type Records = readonly (NamedRecord | undefined)[]

/** The names of records, in their order. */
export function useRecordNames(records: Records): (string | undefined)[] {
  const read = useRead(records)
  return records.map((_, index) => inOneOf(read[index], named)?.name)
}

/** What the records that belong to others belong to, as they were read. */
export function useOwnerIds(records: Records): (record: NamedRecord) => number | undefined {
  const owned = records.map((record) => (record && ownerOf(record) ? record : undefined))
  const read = useRead(owned)
  return ({ kind, id }) => {
    const index = owned.findIndex((each) => each?.kind === kind && each.id === id)
    const owner = owned[index] && ownerOf(owned[index])
    return owner && inOneOf(read[index], owner.idIn)
  }
}

const named = z.object({ name: z.string() })

/** What the first of these says, read by a schema, that has it. */
function inOneOf<T>(rows: readonly unknown[] | undefined, schema: z.ZodType<T>): T | undefined {
  return rows?.map((row) => schema.safeParse(row)).find(({ success }) => success)?.data
}

/**
 * What is known of records, in their order: what screens have read already, or read once where the person may. The one
 * that the screen itself is about is read by its form, and not a second time.
 */
function useRead(records: Records): unknown[][] {
  const own = useOwnRecord()
  const granted = useGrantedPaths()
  const answers = useQueries({
    queries: records.map((record, index) => {
      const { kind, id } = record ?? { kind: 'service', id: 0 }
      const { operation } = recordKinds[kind]
      const params = { id: String(id) }
      return {
        queryKey: [operation, { params }],
        queryFn: (): Promise<unknown> => call(operation, { params }),
        staleTime: nameFresh,
        enabled: record !== undefined && index < records.length - 1 && opens(operation, granted),
      }
    }),
  })
  return records.map((record, index) => {
    if (!record) return []
    return [index === records.length - 1 ? own : undefined, answers[index]?.data]
  })
}

/** Whether one of the screens that a person may open lets them read a record. */
function opens(operation: ReadOperation, granted: ReadonlySet<string>): boolean {
  return recordScreens[operation].some((screen) => granted.has(screen))
}

/** The record that the form that is shown has read. */
function useOwnRecord(): unknown {
  const shown = useMatches().at(-1)
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  )
  return useSyncExternalStore(
    subscribe,
    (): unknown => shown && queryClient.getQueryData(recordKey(shown)),
  )
}
