import { api } from '../../contract/api.ts'
import type { Endpoints } from '../../contract/endpoint.ts'

/** Returns all endpoints that need a grant, by path. A back function of module 1 can grant each of them. */
export function backCatalogue() {
  const endpoints: Endpoints = api
  return Object.entries(endpoints)
    .filter(([, { access }]) => typeof access !== 'string')
    .map(([operation, { method, path, summary }]) => ({ operation, method, path, summary }))
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
}
