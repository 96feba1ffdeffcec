import { z } from 'zod'
import { idInSearch, searchReader } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { toUserRecord, toUserList } from '../paths.ts'
import { screen } from './screen-route.ts'

/** Profiles of users (console.md §2). */
export const userProfileScreens = [
  screen('/user-edit-profile', {
    file: () => import('../user-profiles/user-edit-profile.tsx'),
    title: 'Perfis do usuário',
    help: '/ajuda/perfis',
    access: '/user-edit-profile',
    section: '/user-list',
    crumb: { label: 'Perfis', parent: ({ id }) => (id ? toUserRecord(id) : toUserList()) },
    search: searchReader(() => z.object({ id: idInSearch })),
    prepare: requireId('id', '/user-list'),
  }),
] as const
