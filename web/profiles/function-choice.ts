import type { HeldByProfile } from '../../contract/profile-functions.ts'
import type { ProfileChoices } from '../../contract/profiles.ts'

export type FunctionChoice = ProfileChoices['functions'][number]

/** The checkboxes that a person has changed since the profile was read, by id. */
export interface Ticks {
  functions: Readonly<Record<number, boolean>>
  actions: Readonly<Record<number, boolean>>
}

export const noTicks: Ticks = { functions: {}, actions: {} }

/** A set of functions and a set of actions, by id. */
interface Ids {
  functions: ReadonlySet<number>
  actions: ReadonlySet<number>
}

export function heldIds({ functions }: HeldByProfile): Ids {
  return {
    functions: new Set(functions.map(({ id }) => id)),
    actions: new Set(functions.flatMap(({ actions }) => actions)),
  }
}

/** The checkboxes that are ticked; an action counts only together with its function. */
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
 * Ticks or unticks an action. Ticking it ticks its function too; where the function was not ticked, its other actions
 * stay unticked.
 */
export function tickAction(ticks: Ticks, of: FunctionChoice, id: number, ticked: Ids): Ticks {
  const on = !ticked.actions.has(id)
  const others = ticked.functions.has(of.id)
    ? []
    : of.actions.map((action) => [action.id, false] as const)
  return {
    functions: { ...ticks.functions, [of.id]: true },
    actions: { ...ticks.actions, ...Object.fromEntries<boolean>(others), [id]: on },
  }
}

/** What a save sends: only the differences against what the profile holds (console.md §7). */
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
