import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { redirectDelay } from '../../contract/constants.ts'
import { queriesOf } from '../api/query-of.ts'
import type { ListOperation } from '../list/list-operation.ts'

/**
 * Returns a function that refetches these lists after 1 s, so that the user can read the success message first
 * (console.md §8).
 */
export function useDelayedRefetch(...operations: readonly ListOperation[]): () => void {
  const queries = useQueryClient()
  const [due, setDue] = useState<readonly ListOperation[]>([])
  useEffect(() => {
    if (due.length === 0) return undefined
    const timer = setTimeout(() => {
      for (const operation of due) void queries.invalidateQueries(queriesOf(operation))
    }, redirectDelay)
    return () => clearTimeout(timer)
  }, [due, queries])
  return () => setDue([...operations])
}
