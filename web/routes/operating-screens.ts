import { startList } from '../list/list-reads.ts'
import { startCall } from '../api/api-client.ts'
import { listSearch } from '../list/list-search.ts'
import { auditListSearch, auditPageIn } from '../audit-list/audit-list-search.ts'
import { screen } from './screen-route.ts'

/** Screens for operators of the installation (decisions 17, 8 and 40). */
export const operatingScreens = [
  screen('/message-list', {
    file: () => import('../operation/message-list.tsx'),
    title: 'Mensagens não entregues',
    help: '/ajuda/por-que',
    access: '/message-list',
    search: listSearch('messageList'),
    reads: (search) => [startList('messageList', search)],
  }),
  screen('/network-list', {
    file: () => import('../operation/network-list.tsx'),
    title: 'Redes com espera',
    help: '/ajuda/por-que',
    access: '/network-list',
    search: listSearch('networkLockList'),
    reads: (search) => [startList('networkLockList', search)],
  }),
  screen('/audit-list', {
    file: () => import('../audit-list/audit-list.tsx'),
    title: 'Auditoria',
    help: '/ajuda/auditoria-e-dados',
    access: '/audit-list',
    search: auditListSearch,
    reads: (search) => [startCall('auditList', { query: auditPageIn(search) })],
  }),
] as const
