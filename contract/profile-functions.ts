import { z } from 'zod'
import { endpoint, type Grant } from './endpoint.ts'
import { id, idInPath } from './fields.ts'

/** Maximum number of ids per request. No module has as many functions or actions. */
const idsMax = 5000
/** Maximum body size: ten digits and a comma for each id, and the field names. */
const idsLength = idsMax * 11 + 512

/** One id or a list of ids; duplicates are dropped. */
const ids = z
  .union([id, z.array(id).max(idsMax)])
  .transform((sent) => [...new Set(Array.isArray(sent) ? sent : [sent])])

const functionLinks = z.strictObject({ profile_id: id, function_id: ids })
const actionLinks = z.strictObject({
  profile_id: id,
  function_id: ids.default([]),
  action_id: ids.default([]),
})

/** Functions of a profile. `actions` contains only the actions that the profile has. */
const held = z.object({
  profile_id: id,
  functions: z.array(z.object({ id, actions: z.array(id) })),
})

export type HeldByProfile = z.output<typeof held>

const access = { screen: '/profile-edit-function', action: 'update' } as const satisfies Grant
const givenAway = [
  'profile-not-found',
  'profile-deleted',
  'profile-held',
  'function-not-found',
  'duties-conflict',
] as const
const takenBack = [
  'profile-not-found',
  'profile-deleted',
  'profile-of-system',
  'function-not-found',
] as const

/**
 * Functions and actions of profiles. A call contains only what to add or to remove and is all or nothing. Adding what
 * the profile already has, or removing what it does not have, changes nothing (console.md §7).
 */
export const profileFunctions = {
  profileFunctionList: endpoint({
    method: 'GET',
    path: '/profile-function/{id}/function',
    summary: 'The functions of a profile, each with its actions; `id` is the id of the profile.',
    access: { screen: '/profile-edit-function' },
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: held,
    problems: ['profile-not-found'],
  }),
  profileFunctionAdd: endpoint({
    method: 'POST',
    path: '/profile-function',
    summary: 'Adds functions of its module to a profile.',
    access,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'profile-function.added',
      title: 'Inclusão de funções em perfil',
      past: 'Funções dadas a um perfil',
    },
    body: functionLinks,
    bodyLimit: idsLength,
    success: held,
    problems: givenAway,
  }),
  profileFunctionRemove: endpoint({
    method: 'DELETE',
    path: '/profile-function',
    summary: 'Removes functions from a profile, with their actions.',
    access,
    confirm: true,
    audit: {
      event: 'profile-function.removed',
      title: 'Retirada de funções de perfil',
      past: 'Funções retiradas de um perfil',
    },
    body: functionLinks,
    bodyLimit: idsLength,
    success: held,
    problems: takenBack,
  }),
  functionActionAdd: endpoint({
    method: 'POST',
    path: '/function-action/add-function-action',
    summary:
      'Adds functions of its module to a profile, and actions of these or of functions that it has.',
    access,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'function-action.added',
      title: 'Inclusão de ações em perfil',
      past: 'Ações dadas a um perfil',
    },
    body: actionLinks,
    bodyLimit: 2 * idsLength,
    success: held,
    problems: [...givenAway, 'action-not-found', 'profile-lacks-function'],
  }),
  functionActionRemove: endpoint({
    method: 'DELETE',
    path: '/function-action',
    summary: 'Removes actions from a profile, and functions with all of their actions.',
    access,
    confirm: true,
    audit: {
      event: 'function-action.removed',
      title: 'Retirada de ações de perfil',
      past: 'Ações retiradas de um perfil',
    },
    body: actionLinks,
    bodyLimit: 2 * idsLength,
    success: held,
    problems: [...takenBack, 'action-not-found'],
  }),
}
