import { api } from '../../contract/api.ts'
import type { Endpoints } from '../../contract/endpoint.ts'

/** Every endpoint that a back function of module 1 can grant: those that need a grant, by path. */
export function backCatalogue() {
  const endpoints: Endpoints = api
  return Object.entries(endpoints)
    .filter(([, { access }]) => typeof access !== 'string')
    .map(([operation, { method, path, summary }]) => ({ operation, method, path, summary }))
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
}
