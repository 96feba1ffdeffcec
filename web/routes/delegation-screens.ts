import { z } from 'zod'
import { idInSearch, searchReader } from '../list/list-search.ts'
import { screen } from './screen-route.ts'

/** Delegation of the master role (console.md §2; decision 39). */
export const delegationScreens = [
  screen('/master-delegation', {
    file: () => import('../companies/master-delegation.tsx'),
    title: 'Delegação de usuário master',
    help: '/ajuda/delegar',
    access: '/master-delegation',
    search: searchReader(() => z.object({ companyId: idInSearch })),
  }),
] as const
