import { messages } from '../../contract/messages.ts'
import { networkLocks } from '../../contract/network-locks.ts'
import { listSearch } from '../list/list-search.ts'
import { auditListSearch } from '../audit-list/audit-list-search.ts'
import { screen } from './screen-route.ts'

/** Screens for operators of the installation (decisions 17, 8 and 40). */
export const operatingScreens = [
  screen('/message-list', {
    file: () => import('../operation/message-list.tsx'),
    title: 'Mensagens não entregues',
    access: '/message-list',
    search: listSearch(messages.messageList.query),
  }),
  screen('/network-list', {
    file: () => import('../operation/network-list.tsx'),
    title: 'Redes com espera',
    access: '/network-list',
    search: listSearch(networkLocks.networkLockList.query),
  }),
  screen('/audit-list', {
    file: () => import('../audit-list/audit-list.tsx'),
    title: 'Auditoria',
    access: '/audit-list',
    search: auditListSearch,
  }),
] as const
