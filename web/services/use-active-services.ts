import { useQuery } from '@tanstack/react-query'
import { isGrantable } from '../../contract/common-module.ts'
import { pageSizes } from '../../contract/list.ts'
import type { Service } from '../../contract/services.ts'
import { call } from '../api/api-client.ts'

/**
 * The active services to choose from, each with its active modules, of those that the bearer sees: what the server accepts
 * for something new. The service through which the person entered only filters lists, which begin with it (decision 18).
 */
export function useActiveServices(): Service[] {
  const { data = [] } = useQuery({ queryKey: ['activeServices'], queryFn: () => activeServices() })
  return data
}

/** The same without the common module, which can't be in plans or have profiles. */
export function useGrantableServices(): Service[] {
  return useActiveServices().map((service) => ({
    ...service,
    modules: service.modules.filter(({ id }) => isGrantable(id)),
  }))
}

/** Reads every page of the list, one after another; there are only a handful of services. */
async function activeServices(page = 1): Promise<Service[]> {
  const take = Math.max(...pageSizes)
  const { rows, pagination } = await call('serviceList', { query: { status: '1', page, take } })
  return page < pagination.totalPage ? [...rows, ...(await activeServices(page + 1))] : rows
}
