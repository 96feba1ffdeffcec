import {
  administratorProfileId,
  consoleModuleId,
  masterProfileId,
} from '../../contract/constants.ts'
import type { profileFunctions } from '../../contract/profile-functions.ts'
import type { profiles } from '../../contract/profiles.ts'
import { makeProfileWithoutSeats } from './plan-stage.ts'
import { onNew, onRow, type Samples } from './sample.ts'
import { newName, nobodysId, type Stage } from './sample-stage.ts'

/** A profile and another name for it. */
async function renamed(stage: Stage) {
  const { id, module_id } = await stage.profile()
  const body = {
    name: newName('Perfil'),
    module_id,
    accredited_enable: stage.whose === 'shown',
    status: 1 as const,
  }
  return { input: { params: { id: String(id) }, body }, row: { table: 'profiles', id } }
}

/** A profile, and a function with an action that it may be given or, told so, holds. */
async function functionOf(stage: Stage, held: boolean) {
  const profile = await stage.profile()
  const made = await stage.function(profile.module_id)
  const action = await stage.action(made.id)
  if (held && stage.whose !== 'missing') await stage.hold(profile, made.id, action.id)
  return {
    body: { profile_id: profile.id, function_id: made.id },
    action_id: action.id,
    row: { table: 'profiles', id: profile.id },
  }
}

const one = async (stage: Stage) => {
  const { id } = await stage.profile()
  return { input: { params: { id: String(id) } }, row: { table: 'profiles', id } }
}

const links = (held: boolean) => async (stage: Stage) => {
  const { body, row } = await functionOf(stage, held)
  return { input: { body }, row }
}

const actionLinks = (held: boolean) => async (stage: Stage) => {
  const { body, action_id, row } = await functionOf(stage, held)
  return { input: { body: { ...body, action_id } }, row }
}

interface Linking {
  input: { body: { profile_id: number } }
}

/** The same on a profile that was deleted meanwhile. */
async function onDeleted<M extends Linking>({ input }: M, stage: Stage): Promise<M['input']> {
  await stage.deleteProfile(input.body.profile_id)
  return input
}

/** The same on a profile that the caller holds. */
async function onHeld<M extends Linking>({ input }: M, stage: Stage): Promise<M['input']> {
  await stage.give(input.body.profile_id)
  return input
}

/** Taking a screen from the administrator's profile. */
async function ofSystem(_: unknown, stage: Stage) {
  const { screen } = await stage.ofConsole()
  return { body: { profile_id: administratorProfileId, function_id: screen } }
}

/** Profiles and what they hold. */
export const profileSamples: Samples<keyof typeof profiles | keyof typeof profileFunctions> = {
  profileList: {
    scope: 'company',
    async make(stage) {
      const { id, name } = await stage.profile()
      return { input: { query: { search: name } }, row: { table: 'profiles', id } }
    },
    lists: 'rows',
    shown: true,
    problems: {},
    trail: undefined,
  },
  profileMakerList: {
    scope: 'company',
    async make(stage) {
      await stage.profile()
      const maker = stage.whose === 'shown' ? 0 : stage.companyId
      const id = stage.whose === 'missing' ? nobodysId : maker
      return { input: { query: { id: String(id) } }, row: { table: 'companies', id } }
    },
    lists: 'rows',
    shown: true,
    problems: {},
    trail: undefined,
  },
  profileGet: {
    scope: 'company',
    make: one,
    shown: true,
    problems: { 'profile-not-found': 'missing' },
    trail: undefined,
  },
  profileConsultModule: {
    scope: 'company',
    offersBeneath: true,
    async make(stage) {
      const { id, module_id } = await stage.profile()
      const beneath = await stage.functionNotShown(module_id)
      return {
        input: { params: { profileId: String(id) } },
        row: { table: 'profiles', id },
        beneath,
      }
    },
    shown: true,
    problems: { 'profile-not-found': 'missing' },
    trail: undefined,
  },
  profileCreate: {
    scope: 'company',
    make: async (stage) => ({
      input: { body: { name: newName('Perfil'), module_id: (await stage.module()).id } },
    }),
    problems: {
      'module-not-found': 'missing',
      'company-not-found': {
        by: 'company user',
        provoke: ({ input: { body } }) => ({ body: { ...body, accredit_id: nobodysId } }),
      },
      'profile-name-in-use': {
        by: 'company user',
        async provoke(_, stage) {
          const { name, module_id } = await stage.profile()
          return { body: { name, module_id } }
        },
      },
    },
    trail: { target: onNew('profile'), tells: ['after'] },
  },
  profileUpdate: {
    scope: 'company',
    make: renamed,
    shown: true,
    grantsApart: 'Deleting and activating are granted apart; a change of the name asks for update.',
    problems: {
      'profile-not-found': 'missing',
      'module-not-found': ({ input }) => ({
        ...input,
        body: { ...input.body, module_id: nobodysId },
      }),
      'company-not-found': {
        by: 'company user',
        provoke: ({ input }) => ({ ...input, body: { ...input.body, accredit_id: nobodysId } }),
      },
      'profile-name-in-use': async ({ input }, stage) => ({
        ...input,
        body: { ...input.body, name: (await stage.profile()).name },
      }),
      'profile-in-use': async ({ input }, stage) => {
        await stage.give(Number(input.params.id))
        return { ...input, body: { ...input.body, module_id: (await stage.module()).id } }
      },
      'profile-deleted': async ({ input }, stage) => {
        await stage.deleteProfile(Number(input.params.id))
        return { ...input, body: { ...input.body, status: 0 } }
      },
      'profile-of-system': () => ({
        params: { id: String(masterProfileId) },
        body: { name: 'Master', module_id: 1, master_profile: true, status: 0 },
      }),
      'profile-held': {
        by: 'company user',
        async provoke({ input }, stage) {
          await stage.deleteProfile(Number(input.params.id))
          await stage.give(Number(input.params.id))
          return input
        },
      },
      'profile-beyond-own': {
        by: 'company user',
        async provoke({ input }, stage) {
          const { db } = stage.app
          const id = Number(input.params.id)
          const module_id = consoleModuleId
          await db
            .updateTable('profiles')
            .set({ module_id, status: 0 })
            .where('id', '=', id)
            .execute()
          const url = `/${crypto.randomUUID()}`
          const screen = await db
            .insertInto('functions')
            .values({ module_id, environment: 'front', method: 'GET', name: newName('Tela'), url })
            .returning('id')
            .executeTakeFirstOrThrow()
          await stage.hold({ id, module_id, name: input.body.name }, screen.id)
          return { ...input, body: { ...input.body, module_id } }
        },
      },
      'seat-limit-exceeded': async (_, stage) => {
        const { id, name, module_id } = await makeProfileWithoutSeats(stage)
        return { params: { id: String(id) }, body: { name, module_id, status: 1 } }
      },
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    trail: { target: onRow('profile'), tells: ['before', 'after'] },
  },
  profileFunctionList: {
    scope: 'company',
    make: one,
    shown: true,
    problems: { 'profile-not-found': 'missing' },
    trail: undefined,
  },
  profileFunctionAdd: {
    scope: 'company',
    make: links(false),
    shown: true,
    problems: {
      'profile-not-found': 'missing',
      'profile-deleted': onDeleted,
      'profile-held': { by: 'company user', provoke: onHeld },
      'function-not-found': ({ input }) => ({ body: { ...input.body, function_id: nobodysId } }),
    },
    trail: { target: onRow('profile'), tells: ['after'] },
  },
  profileFunctionRemove: {
    scope: 'company',
    make: links(true),
    shown: true,
    problems: {
      'profile-not-found': 'missing',
      'profile-deleted': onDeleted,
      'profile-of-system': ofSystem,
      'function-not-found': ({ input }) => ({ body: { ...input.body, function_id: nobodysId } }),
    },
    trail: { target: onRow('profile'), tells: ['before'] },
  },
  functionActionAdd: {
    scope: 'company',
    make: actionLinks(false),
    shown: true,
    problems: {
      'profile-not-found': 'missing',
      'profile-deleted': onDeleted,
      'profile-held': { by: 'company user', provoke: onHeld },
      'function-not-found': ({ input }) => ({ body: { ...input.body, function_id: nobodysId } }),
      'action-not-found': ({ input }) => ({ body: { ...input.body, action_id: nobodysId } }),
      'profile-lacks-function': ({ input }) => ({ body: { ...input.body, function_id: [] } }),
    },
    trail: { target: onRow('profile'), tells: ['after'] },
  },
  functionActionRemove: {
    scope: 'company',
    make: actionLinks(true),
    shown: true,
    problems: {
      'profile-not-found': 'missing',
      'profile-deleted': onDeleted,
      'profile-of-system': ofSystem,
      'function-not-found': ({ input }) => ({ body: { ...input.body, function_id: nobodysId } }),
      'action-not-found': ({ input }) => ({ body: { ...input.body, action_id: nobodysId } }),
    },
    trail: { target: onRow('profile'), tells: ['before'] },
  },
}
