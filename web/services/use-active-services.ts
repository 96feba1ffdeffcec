import { useQuery } from '@tanstack/react-query'
import { isGrantable } from '../../contract/common-module.ts'
import { pageSizes } from '../../contract/list.ts'
import type { Service } from '../../contract/services.ts'
import { call } from '../api/api-client.ts'

/**
 * Returns the active services with their active modules, as far as the user sees them: those that the server accepts
 * for new records. The service through which the user entered only preselects a list filter (decision 18).
 */
export function useActiveServices(): Service[] {
  const { data = [] } = useQuery({ queryKey: ['activeServices'], queryFn: () => activeServices() })
  return data
}

/** Returns the active services without the common module, which cannot be in plans or have profiles. */
export function useGrantableServices(): Service[] {
  return useActiveServices().map((service) => ({
    ...service,
    modules: service.modules.filter(({ id }) => isGrantable(id)),
  }))
}

/** Reads all pages of the list in sequence; there are only a few services. */
async function activeServices(page = 1): Promise<Service[]> {
  const take = Math.max(...pageSizes)
  const { rows, pagination } = await call('serviceList', { query: { status: '1', page, take } })
  return page < pagination.totalPage ? [...rows, ...(await activeServices(page + 1))] : rows
}
