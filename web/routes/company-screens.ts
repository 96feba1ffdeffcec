import { z } from 'zod'
import { startList } from '../list/list-reads.ts'
import { idInSearch, listSearch, tabInSearch, searchReader } from '../list/list-search.ts'
import { companyTabs, toCompanyList } from '../paths.ts'
import { screen } from './screen-route.ts'

export const companyScreens = [
  screen('/company-list', {
    file: () => import('../companies/company-list.tsx'),
    title: 'Empresas',
    help: '/ajuda/licencas-e-planos',
    access: '/company-list',
    search: listSearch('companyList'),
    reads: (search) => [startList('companyList', search)],
  }),
  screen('/company-form', {
    file: () => import('../companies/company-form.tsx'),
    title: 'Empresa',
    help: '/ajuda/licencas-e-planos',
    access: '/company-form',
    section: '/company-list',
    crumb: {
      label: 'Nova Empresa',
      record: ({ id }) => ({ kind: 'company', id }),
      parent: () => toCompanyList(),
    },
    search: searchReader(() => z.object({ id: idInSearch, tab: tabInSearch(companyTabs) })),
  }),
  screen('/operator-create', {
    file: () => import('../operators/operator-create.tsx'),
    title: 'Nova operadora',
    help: '/ajuda/licencas-e-planos',
    access: '/operator-create',
    section: '/company-list',
    crumb: { label: 'Nova operadora', parent: () => toCompanyList() },
  }),
  screen('/company-import', {
    file: () => import('../companies/company-import.tsx'),
    title: 'Importar empresas',
    help: '/ajuda/licencas-e-planos',
    access: '/company-form',
    section: '/company-list',
    crumb: { label: 'Importar', parent: () => toCompanyList() },
    search: listSearch('importRowList'),
  }),
] as const
