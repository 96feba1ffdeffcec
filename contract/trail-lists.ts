import { api } from './api.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'

/** Lists whose exports are made in a way of their own. */
const others: Readonly<Record<string, string>> = { auditList: 'Auditoria', userSearch: 'Usuários' }

/** What people call a list that was exported, by the operation that reads it: `serviceList`. */
export function listName(operation: string): string {
  const list: Endpoint | undefined = (api as Endpoints)[operation]
  return list?.table?.name ?? others[operation] ?? `Outra lista (${operation})`
}
