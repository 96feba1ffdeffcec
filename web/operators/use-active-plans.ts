import { useQuery } from '@tanstack/react-query'
import { pageSizes } from '../../contract/list.ts'
import { call } from '../api/api-client.ts'

interface Plan {
  id: number
  name: string
}

/** Returns all active plans. There are only dozens, so the select searches them locally. */
export function useActivePlans(): Plan[] {
  const { data = [] } = useQuery({ queryKey: ['activePlans'], queryFn: () => activePlans() })
  return data
}

async function activePlans(page = 1): Promise<Plan[]> {
  const take = Math.max(...pageSizes)
  const { rows, pagination } = await call('planList', { query: { status: '1', page, take } })
  return page < pagination.totalPage ? [...rows, ...(await activePlans(page + 1))] : rows
}
