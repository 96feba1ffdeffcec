import { z } from 'zod'
import { seatLimitMax, seatLimitMin } from '../../contract/limits.ts'
import { idsIn, type IdsInSearch } from '../frame/breadcrumb.ts'
import { startList } from '../list/list-reads.ts'
import { idInSearch, listSearch, orAbsent, tabInSearch, searchReader } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { planTabs, toLoosePlanList, toPlanList, toPlanModules, toPlanRecord } from '../paths.ts'
import { screen } from './screen-route.ts'

const planOf = ({ planId }: IdsInSearch) => (planId ? toPlanRecord(planId) : toPlanList())

/** Plans with their modules and companies, and loose plans (console.md §2). */
export const planScreens = [
  screen('/plan-list', {
    file: () => import('../plans/plan-list.tsx'),
    title: 'Planos',
    help: '/ajuda/licencas-e-planos',
    access: '/plan-list',
    crumb: { label: 'Planos' },
    search: listSearch('planList'),
    reads: (search) => [startList('planList', search)],
  }),
  screen('/plan-form', {
    file: () => import('../plans/plan-form.tsx'),
    title: 'Plano',
    help: '/ajuda/licencas-e-planos',
    access: '/plan-form',
    section: '/plan-list',
    crumb: {
      label: 'Novo Plano',
      record: ({ id }) => ({ kind: 'plan', id }),
      parent: () => toPlanList(),
    },
    search: searchReader(() => z.object({ id: idInSearch, tab: tabInSearch(planTabs) })),
  }),
  screen('/plan-module-manager', {
    file: () => import('../plans/plan-module-manager.tsx'),
    title: 'PLANO X SISTEMA X MÓDULO',
    help: '/ajuda/licencas-e-planos',
    access: '/plan-module-manager',
    section: '/plan-list',
    crumb: { label: 'Módulos', parent: planOf },
    search: listSearch('planModuleList', 'planId'),
    reads: (search) => [
      startList('planModuleList', search, {
        params: { id: String(idsIn(search).planId) },
      }),
    ],
    prepare: requireId('planId', '/plan-list'),
  }),
  screen('/plan-module-manager-form', {
    file: () => import('../plans/plan-module-manager-form.tsx'),
    title: 'Módulo do plano',
    help: '/ajuda/licencas-e-planos',
    access: '/plan-module-manager-form',
    section: '/plan-list',
    crumb: {
      label: 'Novo módulo',
      record: ({ moduleId }) => ({ kind: 'module', id: moduleId }),
      parent: ({ planId }) => (planId ? toPlanModules(planId) : toPlanList()),
    },
    search: searchReader(() => z.object({ planId: idInSearch, moduleId: idInSearch })),
    prepare: requireId('planId', '/plan-list'),
  }),
  screen('/plan-company-manager', {
    file: () => import('../plans/plan-company-manager.tsx'),
    title: 'Plano / PLANO X EMPRESA',
    help: '/ajuda/licencas-e-planos',
    access: '/plan-company-manager',
    section: '/plan-list',
    crumb: { label: 'Empresas', parent: planOf },
    search: searchReader(() => z.object({ planId: idInSearch })),
    prepare: requireId('planId', '/plan-list'),
  }),
  screen('/plan-loose', {
    file: () => import('../plans/plan-loose.tsx'),
    title: 'Plano Avulso',
    help: '/ajuda/licencas-e-planos',
    access: '/plan-loose',
    crumb: { label: 'Planos Avulsos' },
    search: listSearch('loosePlanList'),
    reads: (search) => [startList('loosePlanList', search)],
  }),
  screen('/plan-loose-form', {
    file: () => import('../plans/plan-loose-form.tsx'),
    title: 'Plano Avulso',
    help: '/ajuda/licencas-e-planos',
    access: '/plan-loose-form',
    section: '/plan-loose',
    crumb: { label: 'Plano Avulso', parent: () => toLoosePlanList() },
    search: searchReader(() =>
      z.object({
        id: idInSearch,
        moduleId: idInSearch,
        companyId: idInSearch,
        /** Number of seats to add, already filled in. */
        add: orAbsent(
          z.coerce.number<string | number>().pipe(z.int().min(seatLimitMin).max(seatLimitMax)),
        ),
      }),
    ),
  }),
  screen('/plan-loose-import', {
    file: () => import('../plans/plan-loose-import.tsx'),
    title: 'Importar planos avulsos',
    help: '/ajuda/licencas-e-planos',
    access: '/plan-loose-form',
    section: '/plan-loose',
    crumb: { label: 'Importar', parent: () => toLoosePlanList() },
    search: listSearch('importRowList'),
  }),
] as const
