import { z } from 'zod'
import { startList } from '../list/list-reads.ts'
import { idInSearch, listSearch, tabInSearch, searchReader } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { profileTabs, toProfileList, toProfileRecord } from '../paths.ts'
import { screen } from './screen-route.ts'

export const profileScreens = [
  screen('/profile-list', {
    file: () => import('../profiles/profile-list.tsx'),
    title: 'Perfil',
    help: '/ajuda/perfis',
    access: '/profile-list',
    crumb: { label: 'Perfis' },
    search: listSearch('profileList'),
    reads: (search) => [startList('profileList', search)],
  }),
  screen('/profile-create', {
    file: () => import('../profiles/profile-create.tsx'),
    title: 'Cadastro de perfil',
    help: '/ajuda/perfis',
    access: '/profile-create',
    section: '/profile-list',
    crumb: { label: 'Novo Perfil', parent: () => toProfileList() },
  }),
  screen('/profile-edit', {
    file: () => import('../profiles/profile-edit.tsx'),
    title: 'Edição de perfil',
    help: '/ajuda/perfis',
    access: '/profile-edit',
    section: '/profile-list',
    crumb: {
      label: 'Perfil',
      record: ({ id }) => ({ kind: 'profile', id }),
      parent: () => toProfileList(),
    },
    search: searchReader(() => z.object({ id: idInSearch, tab: tabInSearch(profileTabs) })),
    prepare: requireId('id', '/profile-list'),
  }),
  screen('/profile-edit-function', {
    file: () => import('../profiles/profile-edit-function.tsx'),
    title: 'Alteração de funções do perfil',
    help: '/ajuda/perfis',
    access: '/profile-edit-function',
    section: '/profile-list',
    crumb: {
      label: 'Funções',
      parent: ({ id }) => (id ? toProfileRecord(id) : toProfileList()),
    },
    search: searchReader(() => z.object({ id: idInSearch })),
    prepare: requireId('id', '/profile-list'),
  }),
] as const
