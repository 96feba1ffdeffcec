import {
  IconBolt,
  IconBuilding,
  IconCirclesRelation,
  IconFunction,
  IconId,
  IconPuzzle,
  IconReceipt,
  IconStack2,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { maskCnpj } from '../../contract/cnpj.ts'
import type { ScreenKind } from '../../contract/record-kinds.ts'
import { call } from '../api/api-client.ts'
import type { RecordTarget } from '../links/record-link.tsx'
import {
  toActionForm,
  toCompanyRecord,
  toFormOf,
  toFunctionEdit,
  toModuleRecord,
  toPlanRecord,
  toProfileRecord,
  toSeparationRuleRecord,
  toUserRecord,
} from '../paths.ts'

interface FoundRecord {
  id: number
  name: string
  hint?: string | undefined
  /** Id of the parent record, if the form needs it. */
  ownerId?: number
}

/** How the menu, the palette and HOME show records of a kind. */
interface RecordLinks {
  icon: Icon
  /** Link to the facts of a record, or to its form if it has no record page (decision 70). */
  to: (id: number, ownerId: number) => RecordTarget
  /**
   * Finds records by name; absent if the palette does not offer this kind. `isOwn` returns whether the user may change
   * profiles that `maker` created.
   */
  find?: (search: string, isOwn: (maker: number) => boolean) => Promise<FoundRecord[]>
}

/** Maximum number of results per kind. */
const maxResults = 5

/** Query for the best results of a list. */
const few = (search: string) => ({ query: { search, take: maxResults, ranked: 1 } as const })

/** Links of every kind with screens. The palette shows its results in this order. */
export const recordLinks: Readonly<Record<ScreenKind, RecordLinks>> = {
  user: {
    icon: IconUsers,
    to: (id) => toUserRecord(id),
    find: async (search) => {
      const body = { filters: { search }, pagination: { take: maxResults }, ranked: true } as const
      return (await call('userSearch', { body })).users.map(({ id, name, email }) => ({
        id,
        name,
        hint: email,
      }))
    },
  },
  company: {
    icon: IconBuilding,
    to: (id) => toCompanyRecord(id),
    find: async (search) =>
      (await call('companyList', few(search))).rows.map(({ id, name, document }) => ({
        id,
        name,
        hint: maskCnpj(document),
      })),
  },
  service: {
    icon: IconStack2,
    to: (id) => toFormOf('service', id),
    find: async (search) => (await call('serviceList', few(search))).rows,
  },
  module: {
    icon: IconPuzzle,
    to: (id, serviceId) => toModuleRecord(id, serviceId),
    find: async (search) =>
      (await call('moduleList', few(search))).rows.map(({ id, name, Service }) => ({
        id,
        name,
        hint: Service.name,
        ownerId: Service.id,
      })),
  },
  function: {
    icon: IconFunction,
    to: toFunctionEdit,
    find: async (search) =>
      (await call('functionList', few(search))).rows.map(({ id, name, module }) => ({
        id,
        name,
        hint: module.name,
      })),
  },
  action: {
    icon: IconBolt,
    to: (actionId, functionId) => toActionForm({ actionId, functionId }),
  },
  profile: {
    icon: IconId,
    to: (id) => toProfileRecord(id),
    find: async (search, isOwn) =>
      (await call('profileList', few(search))).rows
        .filter(({ accredit_id }) => isOwn(accredit_id))
        .map(({ id, name, module }) => ({ id, name, hint: module.name })),
  },
  plan: {
    icon: IconReceipt,
    to: (id) => toPlanRecord(id),
    find: async (search) => (await call('planList', few(search))).rows,
  },
  'separation-rule': {
    icon: IconCirclesRelation,
    to: (id) => toSeparationRuleRecord(id),
    find: async (search) => (await call('separationRuleList', few(search))).rows,
  },
}
