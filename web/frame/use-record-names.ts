import { notifyManager, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { recordKinds } from '../../contract/record-kinds.ts'
import { queryOf } from '../api/query-of.ts'
import { recordKey } from '../form/use-record.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'
import { ownerOf, type NamedRecord } from './breadcrumb.ts'
import { type ReadOperation, recordScreens } from './record-screens.ts'

/** Stale time of record names in milliseconds; a save on this page invalidates them earlier. */
const nameStaleTime = 60_000

type Records = readonly (NamedRecord | undefined)[]

/** Returns the names of records, in their order. */
export function useRecordNames(records: Records): (string | undefined)[] {
  const data = useRecordData(records)
  return records.map((_, index) => firstMatch(data[index], namedSchema)?.name)
}

/** Returns a function that returns the id of a record's parent, or undefined until the record is loaded. */
export function useOwnerIds(records: Records): (record: NamedRecord) => number | undefined {
  const owned = records.map((record) => (record && ownerOf(record) ? record : undefined))
  const data = useRecordData(owned)
  return ({ kind, id }) => {
    const index = owned.findIndex((each) => each?.kind === kind && each.id === id)
    const owner = owned[index] && ownerOf(owned[index])
    return owner && firstMatch(data[index], owner.idIn)
  }
}

const namedSchema = z.object({ name: z.string() })

/** Returns the first of the rows that matches a schema, parsed. */
function firstMatch<T>(rows: readonly unknown[] | undefined, schema: z.ZodType<T>): T | undefined {
  return rows?.map((row) => schema.safeParse(row)).find(({ success }) => success)?.data
}

/**
 * Returns the cached data of records, in their order. Loads them once if the user may read them. The record of the
 * current form comes from the form's query and is not loaded twice.
 */
function useRecordData(records: Records): unknown[][] {
  const own = useOwnRecord()
  const granted = useGrantedPaths()
  const last = records.length - 1
  const read = records.slice(0, last).filter((record) => record !== undefined)
  const queries = useQueries({
    queries: read.map(({ kind, id }) => {
      const operation = recordKinds[kind].read
      return {
        ...queryOf(operation, { params: { id: String(id) } }),
        staleTime: nameStaleTime,
        enabled: mayRead(operation, granted),
      }
    }),
  })
  return records.map((record, index) => {
    if (!record) return []
    return index === last ? [own] : [queries[read.indexOf(record)]?.data]
  })
}

/** Whether the user may open one of the screens that grant reading such a record. */
function mayRead(operation: ReadOperation, granted: ReadonlySet<string>): boolean {
  return recordScreens[operation].some((screen) => granted.has(screen))
}

/** The record loaded by the current form. */
function useOwnRecord(): unknown {
  const match = useMatches().at(-1)
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    // A query that is created during a rendering must not update this component at once.
    (listener: () => void) =>
      queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queryClient],
  )
  return useSyncExternalStore(
    subscribe,
    (): unknown => match && queryClient.getQueryData(recordKey(match)),
  )
}
