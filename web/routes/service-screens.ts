import { z } from 'zod'
import { idsIn, type IdsInSearch } from '../frame/breadcrumb.ts'
import { startList } from '../list/list-reads.ts'
import { idInSearch, listSearch, tabInSearch, searchReader } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { moduleTabs, toFormOf, toListOf, toModuleList, toModuleRecord } from '../paths.ts'
import { screen } from './screen-route.ts'

const modulesOf = ({ serviceId }: IdsInSearch) =>
  serviceId ? toModuleList(serviceId) : toListOf('service')

const requireService = requireId('serviceId', '/service-list')
const secretDue = z.looseObject({ secret_due: z.coerce.number().pipe(z.literal(1)) })

/** The list of modules is of one service, except that of the modules with questionable secrets, as linked on HOME. */
const requireServiceOrSecretDue = async (search: object) => {
  if (!secretDue.safeParse(search).success) await requireService(search)
}

/** Services, their modules, and the secrets of modules (console.md §2). */
export const serviceScreens = [
  screen('/service-list', {
    file: () => import('../catalogue/service-list.tsx'),
    title: 'Serviço',
    help: '/ajuda/pagina-de-acesso',
    access: '/service-list',
    crumb: { label: 'Serviços' },
    search: listSearch('serviceList'),
    reads: (search) => [startList('serviceList', search)],
  }),
  screen('/service-form', {
    file: () => import('../catalogue/service-form.tsx'),
    title: 'Serviço',
    help: '/ajuda/pagina-de-acesso',
    access: '/service-form',
    section: '/service-list',
    crumb: {
      label: 'Novo Serviço',
      record: ({ id }) => ({ kind: 'service', id }),
      parent: () => toListOf('service'),
    },
    search: searchReader(() => z.object({ id: idInSearch })),
  }),
  screen('/module-list', {
    file: () => import('../catalogue/module-list.tsx'),
    title: 'Módulo',
    help: '/ajuda/pagina-de-acesso',
    access: '/module-list',
    section: '/service-list',
    crumb: {
      label: 'Módulos',
      parent: ({ serviceId }) => (serviceId ? toFormOf('service', serviceId) : toListOf('service')),
    },
    search: listSearch('moduleList', 'serviceId'),
    reads: (search) => [
      startList('moduleList', search, { query: { service_id: idsIn(search).serviceId } }),
    ],
    prepare: requireServiceOrSecretDue,
  }),
  screen('/module-create', {
    file: () => import('../catalogue/module-create.tsx'),
    title: 'Cadastro de Módulo',
    help: '/ajuda/pagina-de-acesso',
    access: '/module-create',
    section: '/service-list',
    crumb: { label: 'Novo Módulo', parent: modulesOf },
    search: searchReader(() => z.object({ serviceId: idInSearch })),
    prepare: requireId('serviceId', '/service-list'),
  }),
  screen('/module-edit', {
    file: () => import('../catalogue/module-edit.tsx'),
    title: 'Edição de Módulo',
    help: '/ajuda/pagina-de-acesso',
    access: '/module-edit',
    section: '/service-list',
    crumb: {
      label: 'Módulo',
      record: ({ id }) => ({ kind: 'module', id }),
      parent: modulesOf,
    },
    search: searchReader(() =>
      z.object({ id: idInSearch, serviceId: idInSearch, tab: tabInSearch(moduleTabs) }),
    ),
    prepare: requireId('id', '/service-list'),
  }),
  screen('/secret-management', {
    file: () => import('../catalogue/secret-management.tsx'),
    title: 'Gerenciamento de secret',
    help: '/ajuda/pagina-de-acesso',
    access: '/secret-management',
    section: '/service-list',
    crumb: {
      label: 'Secret',
      parent: (ids) =>
        ids.moduleId ? toModuleRecord(ids.moduleId, ids.serviceId ?? 0) : modulesOf(ids),
    },
    search: searchReader(() => z.object({ moduleId: idInSearch, serviceId: idInSearch })),
    prepare: requireId('moduleId', '/service-list'),
  }),
] as const
