import { useQuery } from '@tanstack/react-query'
import { pageSizes } from '../../contract/list.ts'
import type { Service } from '../../contract/services.ts'
import { call } from '../shared/api-client.ts'
import { useServiceFilter } from '../shared/use-service-filter.ts'

interface Choice {
  id: number
  name: string
}

/** The active modules to choose from, by service; with the one that is chosen already, active or not. */
export function useModuleChoices(chosen: Choice | undefined) {
  const service = useServiceFilter()
  const { data: all = [] } = useQuery({
    queryKey: ['moduleChoices'],
    queryFn: () => activeServices(),
  })
  const services = all.filter(({ id }) => service === undefined || id === service)
  const groups = services
    .filter(({ modules }) => modules.length > 0)
    .map(({ name, modules }) => ({ group: name, items: modules.map(choiceOf) }))
  const listed = services.some(({ modules }) => modules.some(({ id }) => id === chosen?.id))
  return chosen === undefined || listed ? groups : [choiceOf(chosen), ...groups]
}

const choiceOf = ({ id, name }: Choice) => ({ value: String(id), label: name })

/** Page after page; there are a handful of services. */
async function activeServices(page = 1): Promise<Service[]> {
  const take = Math.max(...pageSizes)
  const { rows, pagination } = await call('serviceList', { query: { status: '1', page, take } })
  return page < pagination.totalPage ? [...rows, ...(await activeServices(page + 1))] : rows
}
