import { prepare } from '../api/api-request.ts'
import { download } from '../list/download.ts'
import { exportFailure } from '../list/export-list.ts'
import type { UserListSearch } from './user-list-search.ts'

/**
 * Exports the users that match the search, with their profiles, as a file that the user import accepts (decision 32).
 */
export function exportUsers(shown: UserListSearch): Promise<void> {
  const { page: _, take: __, view: ___, status, company_id, ...filters } = shown
  const query = {
    ...filters,
    ...(status !== undefined && { status: statuses[status] }),
    ...(company_id !== undefined && { company_id: String(company_id) }),
  }
  return download(prepare('userExport', { query }), {
    done: (name) => `Exportação concluída: ${name}`,
    failed: exportFailure,
  })
}

/** Status codes as query values. */
const statuses = { 1: '1', 2: '2', 3: '3' } as const
