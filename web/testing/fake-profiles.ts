import type { FunctionWithActions } from '../../contract/functions.ts'
import type { Module } from '../../contract/modules.ts'
import type { HeldByProfile } from '../../contract/profile-functions.ts'
import type { Profile } from '../../contract/profiles.ts'
import { refuse, type Handlers } from './fake-api.ts'
import { catalogueHandlers, type Catalogue } from './fake-catalogue.ts'
import { accessEffect } from './fake-effects.ts'
import { emptyPage, pageBy } from './fake-list.ts'

let lastId = 600

/** A profile of a module, created by an administrator unless a company is given. */
export const profile = (
  { id, name, Service }: Module,
  values: Partial<Profile> & { name: string },
): Profile => ({
  id: (lastId += 1),
  module_id: id,
  module: { id, name, Service },
  status: 1,
  accredited_enable: false,
  master_profile: false,
  isMasterUser: false,
  accredit_id: values.company?.id ?? 0,
  profile_type_id: 1,
  assignment_days_max: null,
  company: null,
  created_at: '2019-03-04T12:00:00.000Z',
  updated_at: '2019-03-04T12:00:00.000Z',
  version: 1,
  ...values,
})

interface ProfileRecords extends Catalogue {
  profiles: Profile[]
  /** Functions and actions of each profile, by its id. */
  held?: Record<number, HeldByProfile['functions']>
}

/** Fake endpoints of profiles and of the catalogue. Writes change these records. No write affects a user's access. */
export function profileHandlers({ profiles, held = {}, ...catalogue }: ProfileRecords): Handlers {
  const get = (id: number) => profiles.find((row) => row.id === id) ?? refuse('profile-not-found')
  const moduleOf = (id: number) =>
    catalogue.modules.find((row) => row.id === id) ?? refuse('module-not-found')
  return {
    ...catalogueHandlers(catalogue),
    accessEffectForesee: () => accessEffect(0),
    profileList: ({ query: { service_id, module_id, accredit_id, status, ...query } }) =>
      pageBy(
        profiles.filter(
          (row) =>
            [undefined, row.module.Service.id].includes(service_id) &&
            [undefined, row.module_id].includes(module_id) &&
            [undefined, row.accredit_id].includes(accredit_id) &&
            [undefined, row.status].includes(status),
        ),
        query,
        ({ name, module }) => `${name} ${module.Service.name} ${module.name}`,
      ),
    profileMakerList: ({ query: { id, ...query } }) =>
      pageBy(
        [{ id: 0, name: 'Administrador' }].filter((row) => [undefined, row.id].includes(id)),
        query,
        ({ name }) => name,
      ),
    profileGet: ({ params: { id } }) => get(id),
    profileHolderList: emptyPage,
    profileCreate({ body: { module_id, name, accredited_enable } }) {
      const created = profile(moduleOf(module_id), { name, accredited_enable })
      profiles.push(created)
      return created
    },
    profileUpdate({ params: { id }, body: { module_id, name, status, ...values } }) {
      const { Service, name: of } = moduleOf(module_id)
      return Object.assign(get(id), {
        name,
        status,
        accredited_enable: values.accredited_enable,
        module_id,
        module: { id: module_id, name: of, Service },
      })
    },
    ...heldHandlers(get, held, catalogue.functions ?? []),
  }
}

function heldHandlers(
  get: (id: number) => Profile,
  held: Record<number, HeldByProfile['functions']>,
  functions: FunctionWithActions[],
): Handlers {
  const ofProfile = (profile_id: number): HeldByProfile => ({
    profile_id,
    functions: (held[profile_id] ??= []),
  })
  const functionOf = (action: number) =>
    functions.find(({ actions }) => actions.some(({ id }) => id === action)) ??
    refuse('action-not-found')
  return {
    profileConsultModule({ params: { profileId } }) {
      const { id, name, status, module } = get(profileId)
      return {
        profile: { id, name, status },
        module,
        functions: functions
          .filter((row) => row.module.id === module.id)
          .map((row) => ({ ...row, active: row.status === 1 })),
      }
    },
    profileFunctionList: ({ params: { id } }) => ofProfile(get(id).id),
    functionActionAdd({ body: { profile_id, function_id, action_id } }) {
      const { functions: rows } = ofProfile(profile_id)
      rows.push(...function_id.map((id) => ({ id, actions: [] })))
      for (const action of action_id)
        rows.find(({ id }) => id === functionOf(action).id)?.actions.push(action)
      return ofProfile(profile_id)
    },
    functionActionRemove({ body: { profile_id, function_id, action_id } }) {
      held[profile_id] = ofProfile(profile_id)
        .functions.filter(({ id }) => !function_id.includes(id))
        .map(({ id, actions }) => ({
          id,
          actions: actions.filter((action) => !action_id.includes(action)),
        }))
      return ofProfile(profile_id)
    },
  }
}
