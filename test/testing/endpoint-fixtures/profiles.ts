import {
  administratorProfileId,
  consoleModuleId,
  masterProfileId,
} from '../../../contract/constants.ts'
import type { profileFunctions } from '../../../contract/profile-functions.ts'
import type { profiles } from '../../../contract/profiles.ts'
import { makeProfileWithoutSeats } from '../plan-scenario.ts'
import { forbidFunction } from './conflicting-duties.ts'
import { onNew, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { newName, missingId, type Scenario } from './scenario.ts'

/** Creates a profile. The call gives it another name. */
async function renamed(scenario: Scenario) {
  const { id, module_id } = await scenario.profile()
  const body = {
    name: newName('Perfil'),
    module_id,
    accredited_enable: scenario.rowOwner === 'shown',
    status: 1 as const,
  }
  return { input: { params: { id: String(id) }, body }, row: { table: 'profiles', id } }
}

/** Creates a profile and a function with an action. If `held`, the profile contains both. */
async function functionOf(scenario: Scenario, held: boolean) {
  const profile = await scenario.profile()
  const made = await scenario.function(profile.module_id)
  const action = await scenario.action(made.id)
  if (held && scenario.rowOwner !== 'missing') await scenario.hold(profile, made.id, action.id)
  return {
    body: { profile_id: profile.id, function_id: made.id },
    action_id: action.id,
    row: { table: 'profiles', id: profile.id },
  }
}

const one = async (scenario: Scenario) => {
  const { id } = await scenario.profile()
  return { input: { params: { id: String(id) } }, row: { table: 'profiles', id } }
}

const links = (held: boolean) => async (scenario: Scenario) => {
  const { body, row } = await functionOf(scenario, held)
  return { input: { body }, row }
}

const actionLinks = (held: boolean) => async (scenario: Scenario) => {
  const { body, action_id, row } = await functionOf(scenario, held)
  return { input: { body: { ...body, action_id } }, row }
}

interface Linking {
  input: { body: { profile_id: number } }
}

/** Deletes the profile of the call. */
async function onDeleted<M extends Linking>({ input }: M, scenario: Scenario): Promise<M['input']> {
  await scenario.deleteProfile(input.body.profile_id)
  return input
}

/** Assigns the profile of the call to the caller. */
async function onHeld<M extends Linking>({ input }: M, scenario: Scenario): Promise<M['input']> {
  await scenario.give(input.body.profile_id)
  return input
}

/** Creates a rule that forbids the function of the call to a user of its profile. */
async function onForbidden<
  M extends { input: { body: { profile_id: number; function_id?: unknown } } },
>({ input }: M, scenario: Scenario): Promise<M['input']> {
  const { profile_id: profileId, function_id } = input.body
  await forbidFunction(scenario, { profileId, functionId: Number(function_id) })
  return input
}

/** Changes the call to remove a screen from the administrator's profile. */
async function ofSystem(_: unknown, scenario: Scenario) {
  const { screen } = await scenario.ofConsole()
  return { body: { profile_id: administratorProfileId, function_id: screen } }
}

/** Profiles and their functions. */
export const profileFixtures: EndpointFixtures<
  keyof typeof profiles | keyof typeof profileFunctions
> = {
  profileList: {
    scope: 'company',
    async make(scenario) {
      const { id, name } = await scenario.profile()
      return { input: { query: { search: name } }, row: { table: 'profiles', id } }
    },
    lists: 'rows',
    shown: true,
    problems: {},
    audit: undefined,
  },
  profileMakerList: {
    scope: 'company',
    async make(scenario) {
      await scenario.profile()
      const maker = scenario.rowOwner === 'shown' ? 0 : scenario.companyId
      const id = scenario.rowOwner === 'missing' ? missingId : maker
      return { input: { query: { id: String(id) } }, row: { table: 'companies', id } }
    },
    lists: 'rows',
    shown: true,
    problems: {},
    audit: undefined,
  },
  profileGet: {
    scope: 'company',
    make: one,
    shown: true,
    problems: { 'profile-not-found': 'missing' },
    audit: undefined,
  },
  profileHolderList: {
    scope: 'company',
    async make(scenario) {
      const { id } = await scenario.profile()
      return {
        input: { params: { id: String(id) }, query: {} },
        row: { table: 'profiles', id },
      }
    },
    shown: true,
    problems: { 'profile-not-found': 'missing' },
    audit: undefined,
  },
  profileConsultModule: {
    scope: 'company',
    offersBeneath: true,
    async make(scenario) {
      const { id, module_id } = await scenario.profile()
      const beneath = await scenario.functionNotShown(module_id)
      return {
        input: { params: { profileId: String(id) } },
        row: { table: 'profiles', id },
        beneath,
      }
    },
    shown: true,
    problems: { 'profile-not-found': 'missing' },
    audit: undefined,
  },
  profileCreate: {
    sensitive: 'creating a profile',
    scope: 'company',
    make: async (scenario) => ({
      input: { body: { name: newName('Perfil'), module_id: (await scenario.module()).id } },
    }),
    problems: {
      'module-not-found': 'missing',
      'company-not-found': {
        by: 'company user',
        provoke: ({ input: { body } }) => ({ body: { ...body, accredit_id: missingId } }),
      },
      'profile-name-in-use': {
        by: 'company user',
        async provoke(_, scenario) {
          const { name, module_id } = await scenario.profile()
          return { body: { name, module_id } }
        },
      },
    },
    audit: { target: onNew('profile'), tells: ['after'] },
  },
  profileUpdate: {
    sensitive: 'changing, deleting or activating a profile',
    scope: 'company',
    make: renamed,
    shown: true,
    grantsApart: 'Deletion, activation and other changes need different grants.',
    problems: {
      'profile-not-found': 'missing',
      'module-not-found': ({ input }) => ({
        ...input,
        body: { ...input.body, module_id: missingId },
      }),
      'company-not-found': {
        by: 'company user',
        provoke: ({ input }) => ({ ...input, body: { ...input.body, accredit_id: missingId } }),
      },
      'profile-name-in-use': async ({ input }, scenario) => ({
        ...input,
        body: { ...input.body, name: (await scenario.profile()).name },
      }),
      'profile-in-use': async ({ input }, scenario) => {
        await scenario.give(Number(input.params.id))
        return { ...input, body: { ...input.body, module_id: (await scenario.module()).id } }
      },
      'profile-deleted': async ({ input }, scenario) => {
        await scenario.deleteProfile(Number(input.params.id))
        return { ...input, body: { ...input.body, status: 0 } }
      },
      'profile-of-system': () => ({
        params: { id: String(masterProfileId) },
        body: { name: 'Master', module_id: 1, master_profile: true, status: 0 },
      }),
      'profile-held': {
        by: 'company user',
        async provoke({ input }, scenario) {
          await scenario.deleteProfile(Number(input.params.id))
          await scenario.give(Number(input.params.id))
          return input
        },
      },
      'profile-beyond-own': {
        by: 'company user',
        async provoke({ input }, scenario) {
          const { db } = scenario.app
          const id = Number(input.params.id)
          const module_id = consoleModuleId
          await db
            .updateTable('profiles')
            .set({ module_id, active: false })
            .where('id', '=', id)
            .execute()
          const url = `/${crypto.randomUUID()}`
          const screen = await db
            .insertInto('functions')
            .values({ module_id, environment: 'front', method: 'GET', name: newName('Tela'), url })
            .returning('id')
            .executeTakeFirstOrThrow()
          await scenario.hold({ id, module_id, name: input.body.name }, screen.id)
          return { ...input, body: { ...input.body, module_id } }
        },
      },
      'seat-limit-exceeded': async (_, scenario) => {
        const { id, name, module_id } = await makeProfileWithoutSeats(scenario)
        return { params: { id: String(id) }, body: { name, module_id, status: 1 } }
      },
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    audit: { target: onRow('profile'), tells: ['before', 'after'] },
  },
  profileFunctionList: {
    scope: 'company',
    make: one,
    shown: true,
    problems: { 'profile-not-found': 'missing' },
    audit: undefined,
  },
  profileFunctionAdd: {
    sensitive: 'adding functions to a profile',
    scope: 'company',
    make: links(false),
    shown: true,
    problems: {
      'profile-not-found': 'missing',
      'profile-deleted': onDeleted,
      'profile-held': { by: 'company user', provoke: onHeld },
      'duties-conflict': onForbidden,
      'function-not-found': ({ input }) => ({ body: { ...input.body, function_id: missingId } }),
    },
    audit: { target: onRow('profile'), tells: ['after'] },
  },
  profileFunctionRemove: {
    sensitive: 'removing functions from a profile',
    scope: 'company',
    make: links(true),
    shown: true,
    problems: {
      'profile-not-found': 'missing',
      'profile-deleted': onDeleted,
      'profile-of-system': ofSystem,
      'function-not-found': ({ input }) => ({ body: { ...input.body, function_id: missingId } }),
    },
    audit: { target: onRow('profile'), tells: ['before'] },
  },
  functionActionAdd: {
    sensitive: 'adding actions to a profile',
    scope: 'company',
    make: actionLinks(false),
    shown: true,
    problems: {
      'profile-not-found': 'missing',
      'profile-deleted': onDeleted,
      'profile-held': { by: 'company user', provoke: onHeld },
      'duties-conflict': onForbidden,
      'function-not-found': ({ input }) => ({ body: { ...input.body, function_id: missingId } }),
      'action-not-found': ({ input }) => ({ body: { ...input.body, action_id: missingId } }),
      'profile-lacks-function': ({ input }) => ({ body: { ...input.body, function_id: [] } }),
    },
    audit: { target: onRow('profile'), tells: ['after'] },
  },
  functionActionRemove: {
    sensitive: 'removing actions from a profile',
    scope: 'company',
    make: actionLinks(true),
    shown: true,
    problems: {
      'profile-not-found': 'missing',
      'profile-deleted': onDeleted,
      'profile-of-system': ofSystem,
      'function-not-found': ({ input }) => ({ body: { ...input.body, function_id: missingId } }),
      'action-not-found': ({ input }) => ({ body: { ...input.body, action_id: missingId } }),
    },
    audit: { target: onRow('profile'), tells: ['before'] },
  },
}
