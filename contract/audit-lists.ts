import { api } from './api.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'

/** Lists whose exports are not derived from a table. */
const others: Readonly<Record<string, string>> = { auditList: 'Auditoria', userSearch: 'Usuários' }

/** Returns the name of an exported list, by the operation that reads it: `serviceList`. */
export function listName(operation: string): string {
  const list: Endpoint | undefined = (api as Endpoints)[operation]
  return list?.table?.name ?? others[operation] ?? `Outra lista (${operation})`
}
