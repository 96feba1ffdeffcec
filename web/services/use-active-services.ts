import { useQuery } from '@tanstack/react-query'
import { isGrantable } from '../../contract/common-module.ts'
import { pageSizes } from '../../contract/list.ts'
import type { Service } from '../../contract/services.ts'
import { call } from '../api/api-client.ts'
import { useCurrentService } from '../list/use-current-service.ts'

/**
 * The active services to choose from, each with its active modules. Only administrators choose among all of them;
 * others get the service through which they entered the console.
 */
export function useActiveServices(): Service[] {
  const service = useCurrentService()
  const { data: all = [] } = useQuery({
    queryKey: ['activeServices'],
    queryFn: () => activeServices(),
  })
  return all.filter(({ id }) => service === undefined || id === service)
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
