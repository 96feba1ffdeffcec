import { useQuery } from '@tanstack/react-query'
import { pageSizes } from '../../contract/list.ts'
import { allRowsOf, queryOf } from '../api/query-of.ts'

/** Returns all active plans. There are only dozens, so the select searches them locally. */
export const useActivePlans = () => useQuery(activePlans).data ?? []

const take = Math.max(...pageSizes)
const activePlans = allRowsOf((page) => queryOf('planList', { query: { status: '1', page, take } }))
