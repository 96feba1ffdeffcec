import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { redirectDelay } from '../../contract/constants.ts'
import type { ListOperation } from '../list/list-operation.ts'

/**
 * Returns a function that refetches these lists after 1 s, so that the user can read the success message first
 * (console.md §8).
 */
export function useReadAgain(...operations: readonly ListOperation[]): () => void {
  const queries = useQueryClient()
  const [due, setDue] = useState(0)
  const names = operations.join()
  useEffect(() => {
    if (due === 0) return undefined
    const timer = setTimeout(() => {
      for (const name of names.split(',')) void queries.invalidateQueries({ queryKey: [name] })
    }, redirectDelay)
    return () => clearTimeout(timer)
  }, [due, names, queries])
  return () => setDue((before) => before + 1)
}
