import { useQuery } from '@tanstack/react-query'
import { isGrantable } from '../../contract/common-module.ts'
import { pageSizes } from '../../contract/list.ts'
import type { Service } from '../../contract/services.ts'
import { allRowsOf, queryOf } from '../api/query-of.ts'

/**
 * Returns the active services with their active modules that the user sees. The server accepts only these for new
 * records. The service through which the user opened the console does not limit them; it only preselects a list filter
 * (decision 18).
 */
export function useActiveServices(): Service[] {
  const { data = [] } = useQuery(activeServices)
  return data
}

/** Returns the active services without the common module, which cannot be in plans or have profiles. */
export function useGrantableServices(): Service[] {
  return useActiveServices().map((service) => ({
    ...service,
    modules: service.modules.filter(({ id }) => isGrantable(id)),
  }))
}

const take = Math.max(...pageSizes)
const activeServices = allRowsOf((page) =>
  queryOf('serviceList', { query: { status: '1', page, take } }),
)
