import type { HeldByProfile } from '../../contract/profile-functions.ts'
import type { ProfileChoices } from '../../contract/profiles.ts'
import { counted } from '../form/difference.ts'

export type FunctionChoice = ProfileChoices['functions'][number]

/** Checkboxes changed since the profile was read, by id. */
export interface Ticks {
  functions: Readonly<Record<number, boolean>>
  actions: Readonly<Record<number, boolean>>
}

export const noTicks: Ticks = { functions: {}, actions: {} }

/** A set of function ids and a set of action ids. */
export interface Ids {
  functions: ReadonlySet<number>
  actions: ReadonlySet<number>
}

export function heldIds({ functions }: HeldByProfile): Ids {
  return {
    functions: new Set(functions.map(({ id }) => id)),
    actions: new Set(functions.flatMap(({ actions }) => actions)),
  }
}

/** Returns the ids of the ticked functions and actions. An action is included only if its function is ticked. */
export function tickedIds(choices: readonly FunctionChoice[], held: Ids, ticks: Ticks): Ids {
  const functions = choices.filter(({ id }) => ticks.functions[id] ?? held.functions.has(id))
  const actions = functions
    .flatMap((choice) => choice.actions)
    .filter(({ id }) => ticks.actions[id] ?? held.actions.has(id))
  return { functions: idsOf(functions), actions: idsOf(actions) }
}

const idsOf = (rows: readonly { id: number }[]) => new Set(rows.map(({ id }) => id))

export function tickFunction(ticks: Ticks, { id }: { id: number }, on: boolean): Ticks {
  return { ...ticks, functions: { ...ticks.functions, [id]: on } }
}

/**
 * Ticks or unticks an action. Ticking an action also ticks its function. If the function was unticked before, its other
 * actions stay unticked.
 */
export function tickAction(
  ticks: Ticks,
  of: FunctionChoice,
  { id, on, held }: { id: number; on: boolean; held: Ids },
): Ticks {
  const others =
    (ticks.functions[of.id] ?? held.functions.has(of.id))
      ? []
      : of.actions.map((action) => [action.id, false] as const)
  return {
    functions: { ...ticks.functions, [of.id]: true },
    actions: { ...ticks.actions, ...Object.fromEntries<boolean>(others), [id]: on },
  }
}

/** Ticks or unticks all these functions, or all their actions. Ticking an action also ticks its function. */
export function tickAll(
  ticks: Ticks,
  choices: readonly FunctionChoice[],
  { what, on }: { what: 'functions' | 'actions'; on: boolean },
): Ticks {
  const all = (rows: readonly { id: number }[]) =>
    Object.fromEntries<boolean>(rows.map(({ id }) => [id, on]))
  if (what === 'functions') return { ...ticks, functions: { ...ticks.functions, ...all(choices) } }
  const withActions = choices.filter(({ actions }) => actions.length > 0)
  return {
    functions: on ? { ...ticks.functions, ...all(withActions) } : ticks.functions,
    actions: { ...ticks.actions, ...all(withActions.flatMap(({ actions }) => actions)) },
  }
}

/** Counts the ticked functions and actions among these. */
export function tally(choices: readonly FunctionChoice[], ticked: Ids) {
  const actions = choices.flatMap((choice) => choice.actions)
  return {
    functions: choices.filter(({ id }) => ticked.functions.has(id)).length,
    allFunctions: choices.length,
    actions: actions.filter(({ id }) => ticked.actions.has(id)).length,
    allActions: actions.length,
  }
}

/** Returns the functions that differ from those of the profile, by id, with the kind of change. */
export function changedFunctions(choices: readonly FunctionChoice[], held: Ids, ticked: Ids) {
  const changes = new Map<number, 'added' | 'removed' | 'actions'>()
  for (const { id, actions } of choices) {
    if (held.functions.has(id) !== ticked.functions.has(id))
      changes.set(id, ticked.functions.has(id) ? 'added' : 'removed')
    else if (
      actions.some((action) => held.actions.has(action.id) !== ticked.actions.has(action.id))
    )
      changes.set(id, 'actions')
  }
  return changes
}

/** Returns the request bodies: only the differences from the profile (console.md §7). */
export function differences(held: Ids, ticked: Ids) {
  return {
    added: {
      function_id: without(ticked.functions, held.functions),
      action_id: without(ticked.actions, held.actions),
    },
    removed: {
      function_id: without(held.functions, ticked.functions),
      action_id: without(held.actions, ticked.actions),
    },
  }
}

const without = (ids: ReadonlySet<number>, others: ReadonlySet<number>) =>
  [...ids].filter((id) => !others.has(id))

/** Returns the changes as '+1 função, −2 ações', with the first names. */
export function changesOf(
  choices: readonly FunctionChoice[],
  { added, removed }: ReturnType<typeof differences>,
) {
  const functions = new Map(choices.map(({ id, name }) => [id, name]))
  const actions = new Map(
    choices.flatMap((choice) =>
      choice.actions.map(({ id, name }) => [id, `${choice.name}: ${name}`]),
    ),
  )
  const named = (names: ReadonlyMap<number, string>, ids: readonly number[]) =>
    ids.map((id) => names.get(id) ?? String(id))
  return [
    ...counted(
      { one: 'função', many: 'funções' },
      {
        added: named(functions, added.function_id),
        removed: named(functions, removed.function_id),
      },
    ),
    ...counted(
      { one: 'ação', many: 'ações' },
      { added: named(actions, added.action_id), removed: named(actions, removed.action_id) },
    ),
  ]
}
