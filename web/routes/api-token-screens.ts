import { idsIn } from '../frame/breadcrumb.ts'
import { startList } from '../list/list-reads.ts'
import { listSearch } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { toUserRecord, toUserList } from '../paths.ts'
import { screen } from './screen-route.ts'

/** API tokens of users (console.md §2). */
export const apiTokenScreens = [
  screen('/token-management', {
    file: () => import('../api-tokens/token-management.tsx'),
    title: 'Tokens do usuário',
    help: '/ajuda/perfis',
    access: '/token-management',
    section: '/user-list',
    crumb: { label: 'Tokens', parent: ({ id }) => (id ? toUserRecord(id) : toUserList()) },
    search: listSearch('apiTokenList', 'id'),
    reads: (search) => [
      startList('apiTokenList', search, {
        params: { userId: String(idsIn(search).id) },
      }),
    ],
    prepare: requireId('id', '/user-list'),
  }),
] as const
