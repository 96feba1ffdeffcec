import { z } from 'zod'
import { startCall } from '../api/api-client.ts'
import { idInSearch, listSearch, orAbsent, tabInSearch, searchReader } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { toUserList, userTabs } from '../paths.ts'
import { userListSearch, userSearchBody } from '../users/user-list-search.ts'
import { screen } from './screen-route.ts'

/** Users (console.md §2), and company invitations of the signed-in user (decision 29). */
export const userScreens = [
  screen('/user-list', {
    file: () => import('../users/user-list.tsx'),
    title: 'Usuários',
    help: '/ajuda/cadastrar-pessoa',
    access: '/user-list',
    search: userListSearch,
    reads: (search) => [startCall('userSearch', { body: userSearchBody(search) })],
  }),
  screen('/user-create', {
    file: () => import('../users/user-create.tsx'),
    title: 'Cadastro de usuário',
    help: '/ajuda/cadastrar-pessoa',
    access: '/user-create',
    section: '/user-list',
    crumb: { label: 'Novo usuário', parent: () => toUserList() },
  }),
  screen('/user-edit', {
    file: () => import('../users/user-edit.tsx'),
    title: 'Edição de usuário',
    help: '/ajuda/cadastrar-pessoa',
    access: '/user-edit',
    section: '/user-list',
    crumb: {
      label: 'Usuário',
      record: ({ id }) => ({ kind: 'user', id }),
      parent: () => toUserList(),
    },
    search: searchReader(() => z.object({ id: idInSearch, tab: tabInSearch(userTabs) })),
    prepare: requireId('id', '/user-list'),
  }),
  screen('/user-seats', {
    file: () => import('../users/user-seats.tsx'),
    title: 'Licenças',
    help: '/ajuda/licencas-e-planos',
    access: '/user-list',
    crumb: { label: 'Licenças', parent: () => toUserList() },
    search: searchReader(() =>
      z.object({
        companyId: idInSearch,
        /** Module whose row is marked. */
        module: idInSearch,
        /** 1: only modules that are nearly full, in all companies that the user sees. */
        nearlyFull: orAbsent(z.coerce.number<string | number>().pipe(z.literal(1))),
      }),
    ),
  }),
  screen('/user-import', {
    file: () => import('../users/user-import.tsx'),
    title: 'Importar usuários',
    help: '/ajuda/importar-pessoas',
    access: '/user-create',
    section: '/user-list',
    crumb: { label: 'Importar', parent: () => toUserList() },
    search: listSearch('importRowList'),
  }),
  screen('/company-invitations', {
    file: () => import('../users/company-invitations.tsx'),
    title: 'Convites de empresas',
    help: '/ajuda/primeiro-acesso',
    access: 'signed-in',
  }),
] as const
