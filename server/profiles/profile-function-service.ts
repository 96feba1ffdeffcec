import { administratorProfileId } from '../../contract/constants.ts'
import { profileFunctions } from '../../contract/profile-functions.ts'
import { mayHoldAction } from '../../contract/reader-profiles.ts'
import { isOnlyDelegated } from '../scope/granting-scope.ts'
import { writeScopeOf } from '../scope/scope.ts'
import { refuseFunctionConflicts } from '../separation-rules/function-conflicts.ts'
import { lockRecord, type Write } from '../pipeline/record.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import {
  type ChoiceFunction,
  deleteLinks,
  findChoices,
  findHeld,
  insertLinks,
  type Links,
  type ProfileOfModule,
} from './profile-function-queries.ts'
import { mayGive } from './profile-policy.ts'
import {
  presentModuleOf,
  profileRecord,
  requireOthersProfile,
  requireProfile,
} from './profile-service.ts'

interface Requested {
  profile_id: number
  function_id: readonly number[]
  action_id: readonly number[]
}

/** Returns the functions and actions of a profile in the caller's scope. */
export async function readHeld(db: Db, who: Principal, id: number) {
  await requireProfile(db, who, id)
  return findHeld(db, id)
}

/** Returns the functions and actions that the screen offers. The writes below accept exactly these. */
export async function readChoices(db: Db, who: Principal, id: number) {
  const profile = await requireProfile(db, who, id)
  return {
    profile: { id, name: profile.name, status: profile.status },
    module: presentModuleOf(profile),
    functions: await choicesFor(db, who, profile),
  }
}

/** Returns the functions and actions that the caller may add, and those that the profile already has. */
async function choicesFor(
  db: Db,
  who: Principal,
  profile: ProfileOfModule,
): Promise<ChoiceFunction[]> {
  const found = await findChoices(db, writeScopeOf(who), profile)
  const lent = isOnlyDelegated(who, profileFunctions.profileFunctionAdd)
  return found.flatMap((choice) => {
    const given = !lent && choice.in_scope && mayGive(who, profile.module_id, choice)
    const actions = choice.actions.filter(
      (action) =>
        action.held ||
        (given &&
          mayHoldAction(profile.id, choice.url, action.path) &&
          mayGive(who, profile.module_id, choice, action)),
    )
    return choice.held || given ? [{ ...choice, actions }] : []
  })
}

/** Adds functions and actions to a profile; existing ones stay. Returns all of its functions and actions. */
export async function addToProfile(write: Write, requested: Requested) {
  const { db, who, audit } = write
  const { profile, functions, actions } = await requireChoices(write, requested)
  audit({ target: `profile:${profile.id}` })
  const listed = new Set(requested.function_id)
  if (actions.some(({ of }) => !of.held && !listed.has(of.id)))
    throw new Problem('profile-lacks-function')
  const added = linksOf(functions, actions, false)
  if (isEmpty(added)) return findHeld(db, profile.id)
  await requireOthersProfile(db, who, profile.id)
  const functionIds = added.functions.map(({ id }) => id)
  await refuseFunctionConflicts(db, who, profile.id, functionIds)
  await insertLinks(db, profile, added)
  audit({ after: idsOf(added) })
  return findHeld(db, profile.id)
}

/** Removes functions with all of their actions, and single actions. Ignores those that the profile does not have. */
export async function removeFromProfile(write: Write, requested: Requested) {
  const { db, audit } = write
  const { profile, functions, actions } = await requireChoices(write, requested)
  audit({ target: `profile:${profile.id}` })
  const ofRemoved = functions.flatMap((of) => of.actions.map((action) => ({ action, of })))
  const removed = linksOf(functions, [...actions, ...ofRemoved], true)
  if (isEmpty(removed)) return findHeld(db, profile.id)
  // Profile 1 must keep all functions. Without its screens, no user could restore them.
  if (profile.id === administratorProfileId) throw new Problem('profile-of-system')
  await deleteLinks(db, profile.id, removed)
  audit({ before: idsOf(removed) })
  return findHeld(db, profile.id)
}

const isEmpty = ({ functions, actions }: Links): boolean =>
  functions.length === 0 && actions.length === 0

interface ChosenAction {
  action: ChoiceFunction['actions'][number]
  of: ChoiceFunction
}

/**
 * Returns the requested functions and actions. Throws if one is unknown. Locks the profile until the transaction ends.
 */
async function requireChoices(write: Write, requested: Requested) {
  const { db, who } = write
  const profile = await lockRecord(
    write,
    { ...profileRecord, lockWhole: false },
    requested.profile_id,
  )
  if (profile.status === 0) throw new Problem('profile-deleted')
  const choices = await choicesFor(db, who, profile)
  const byId = new Map(choices.map((choice) => [choice.id, choice]))
  const actionById = new Map(
    choices.flatMap((of) =>
      of.actions.map((action): [number, ChosenAction] => [action.id, { action, of }]),
    ),
  )
  return {
    profile,
    functions: requested.function_id.map((id) => byId.get(id) ?? refuse('function-not-found')),
    actions: requested.action_id.map((id) => actionById.get(id) ?? refuse('action-not-found')),
  }
}

function refuse(code: 'function-not-found' | 'action-not-found'): never {
  throw new Problem(code)
}

/** Returns those requested functions and actions that the profile has, or that it lacks. Without duplicates. */
function linksOf(
  functions: readonly ChoiceFunction[],
  actions: readonly ChosenAction[],
  held: boolean,
): Links {
  const fitting = actions.filter(({ action }) => action.held === held)
  return {
    functions: functions.filter((choice) => choice.held === held),
    actions: [
      ...new Map(
        fitting.map(({ action, of }) => [action.id, { id: action.id, function_id: of.id }]),
      ).values(),
    ],
  }
}

function idsOf({ functions, actions }: Links) {
  return { function_id: functions.map(({ id }) => id), action_id: actions.map(({ id }) => id) }
}
