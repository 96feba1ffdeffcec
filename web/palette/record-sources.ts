import {
  IconBuilding,
  IconFunction,
  IconId,
  IconPuzzle,
  IconReceipt,
  IconStack2,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { NavigateOptions } from '@tanstack/react-router'
import type { ScreenPath } from '../../contract/screens.ts'
import { call } from '../api/api-client.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import {
  toCompanyForm,
  toFunctionEdit,
  toModuleEdit,
  toPlanForm,
  toProfileEdit,
  toServiceForm,
  toUserEdit,
} from '../paths.ts'

interface FoundRecord {
  id: number
  name: string
  hint?: string | undefined
  place: NavigateOptions
}

/** A kind of record that the palette finds by name. */
export interface RecordSource {
  group: string
  icon: Icon
  /** Screen that opens a record; only users who may open it get the results. */
  screen: ScreenPath
  /** List whose `update` action is required too, as for the links in its rows. */
  list?: ScreenPath
  /** `isOwn` returns whether the user may change profiles of this maker. */
  find: (search: string, isOwn: (maker: number) => boolean) => Promise<FoundRecord[]>
}

/** Maximum number of results per kind. */
const maxResults = 5

/** Query for the first results of a list. */
const few = (search: string) => ({ query: { search, take: maxResults } as const })

/** Search sources, in display order. */
export const recordSources: readonly RecordSource[] = [
  {
    group: 'Empresas',
    icon: IconBuilding,
    screen: '/company-form',
    find: async (search) =>
      (await call('companyList', few(search))).rows.map(({ id, name, document }) => ({
        id,
        name,
        hint: maskCnpj(document),
        place: toCompanyForm(id),
      })),
  },
  {
    group: 'Serviços',
    icon: IconStack2,
    screen: '/service-form',
    list: '/service-list',
    find: async (search) =>
      (await call('serviceList', few(search))).rows.map(({ id, name }) => ({
        id,
        name,
        place: toServiceForm(id),
      })),
  },
  {
    group: 'Módulos',
    icon: IconPuzzle,
    screen: '/module-edit',
    list: '/module-list',
    find: async (search) =>
      (await call('moduleList', few(search))).rows.map(({ id, name, Service }) => ({
        id,
        name,
        hint: Service.name,
        place: toModuleEdit(id, Service.id),
      })),
  },
  {
    group: 'Funções',
    icon: IconFunction,
    screen: '/function-edit',
    list: '/function-list',
    find: async (search) =>
      (await call('functionList', few(search))).rows.map(({ id, name, module }) => ({
        id,
        name,
        hint: module.name,
        place: toFunctionEdit(id),
      })),
  },
  {
    group: 'Perfis',
    icon: IconId,
    screen: '/profile-edit',
    find: async (search, isOwn) =>
      (await call('profileList', few(search))).rows
        .filter(({ accredit_id }) => isOwn(accredit_id))
        .map(({ id, name, module }) => ({
          id,
          name,
          hint: module.name,
          place: toProfileEdit(id),
        })),
  },
  {
    group: 'Planos',
    icon: IconReceipt,
    screen: '/plan-form',
    find: async (search) =>
      (await call('planList', few(search))).rows.map(({ id, name }) => ({
        id,
        name,
        place: toPlanForm(id),
      })),
  },
  {
    group: 'Usuários',
    icon: IconUsers,
    screen: '/user-edit',
    find: async (search) => {
      const body = { filters: { search }, pagination: { take: maxResults } } as const
      return (await call('userSearch', { body })).users.map(({ id, name, email }) => ({
        id,
        name,
        hint: email,
        place: toUserEdit(id),
      }))
    },
  },
]
