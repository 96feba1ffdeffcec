import { z } from 'zod'
import { startList } from '../list/list-reads.ts'
import { startCall } from '../api/api-client.ts'
import { idInSearch, listSearch, searchReader } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { toRequestList } from '../paths.ts'
import { screen } from './screen-route.ts'

const formSearch = searchReader(() => z.object({ id: idInSearch }))

/** Requests for access, for those who decide them (decision 101). */
export const accessRequestScreens = [
  screen('/request-list', {
    file: () => import('../access-requests/request-list.tsx'),
    title: 'Pedidos de acesso',
    help: '/ajuda/pedir-acesso',
    access: '/request-list',
    search: listSearch('accessRequestList'),
    reads: (search) => [startList('accessRequestList', search)],
  }),
  screen('/request-form', {
    file: () => import('../access-requests/request-form.tsx'),
    title: 'Pedido de acesso',
    help: '/ajuda/pedir-acesso',
    access: '/request-list',
    section: '/request-list',
    crumb: { label: 'Pedido', parent: () => toRequestList() },
    search: formSearch,
    prepare: requireId('id', '/request-list'),
    reads: (search) => {
      const { id } = formSearch(search)
      return id ? [startCall('accessRequestGet', { params: { id: String(id) } })] : []
    },
  }),
] as const
