import { defaultPageSize } from '../../contract/list.ts'

/** Changes search parameters of the URL of a list; see `changedSearch`. */
export type ChangeSearch = (change: object, options?: { replace?: boolean }) => void

/**
 * Returns the search parameters of a list after a change. Every change returns to the first page, unless it selects a
 * page itself. Default values are left out of the URL.
 */
export function changedSearch<Search extends object>(current: Search, change: object): Search {
  const changed = { ...current, ...firstPage, ...change }
  const omitted = Object.entries(changed)
    .filter(([name, value]) => value === defaults[name])
    .map(([name]) => [name, undefined] as const)
  return { ...changed, ...Object.fromEntries(omitted) }
}

/** Clears the paging parameters of numbered and of cursor pagination. */
const firstPage = { page: undefined, before: undefined, after: undefined }

const defaults: Readonly<Record<string, unknown>> = { page: 1, take: defaultPageSize, search: '' }
