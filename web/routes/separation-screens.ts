import { z } from 'zod'
import { startList } from '../list/list-reads.ts'
import { idInSearch, listSearch, tabInSearch, searchReader } from '../list/list-search.ts'
import { separationRuleTabs, toListOf } from '../paths.ts'
import { screen } from './screen-route.ts'

/** Rules of separation of duties (decision 102). */
export const separationScreens = [
  screen('/separation-rule-list', {
    file: () => import('../separation-rules/separation-rule-list.tsx'),
    title: 'Incompatibilidades',
    help: '/ajuda/perfis-incompativeis',
    access: '/separation-rule-list',
    crumb: { label: 'Incompatibilidades' },
    search: listSearch('separationRuleList'),
    reads: (search) => [startList('separationRuleList', search)],
  }),
  screen('/separation-rule-form', {
    file: () => import('../separation-rules/separation-rule-form.tsx'),
    title: 'Incompatibilidade',
    help: '/ajuda/perfis-incompativeis',
    access: '/separation-rule-form',
    section: '/separation-rule-list',
    crumb: {
      label: 'Nova regra de incompatibilidade',
      record: ({ id }) => ({ kind: 'separation-rule', id }),
      parent: () => toListOf('separation-rule'),
    },
    search: searchReader(() => z.object({ id: idInSearch, tab: tabInSearch(separationRuleTabs) })),
  }),
]
