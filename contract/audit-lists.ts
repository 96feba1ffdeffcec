import { api } from './api.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'

/** Names of the exported lists that declare no table. */
const others: Readonly<Record<string, string>> = { auditList: 'Auditoria', userSearch: 'Usuários' }

/** Returns the name of an exported list. `operation` reads the list, such as `serviceList`. */
export function listName(operation: string): string {
  const list: Endpoint | undefined = (api as Endpoints)[operation]
  return list?.table?.name ?? others[operation] ?? `Outra lista (${operation})`
}
