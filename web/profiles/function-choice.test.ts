import { describe, expect, it } from 'vitest'
import {
  changedFunctions,
  differences,
  heldIds,
  noTicks,
  tally,
  tickAction,
  tickAll,
  tickedIds,
  tickFunction,
  type FunctionChoice,
} from './function-choice.ts'

const action = (id: number) => ({ id, name: `Ação ${id}`, path: null, active: true })
const choice = (id: number, actions: number[]): FunctionChoice => ({
  id,
  name: `Função ${id}`,
  url: `/${id}`,
  active: true,
  actions: actions.map(action),
})
const first = choice(1, [11, 12])
const second = choice(2, [21, 22])
const choices = [first, second, choice(3, [])]
const held = heldIds({ profile_id: 9, functions: [{ id: 1, actions: [11] }] })
const nothing = { function_id: [], action_id: [] }

describe('the ticked functions of a profile', () => {
  it('are initially those of the profile, with nothing to send', () => {
    const ticked = tickedIds(choices, held, noTicks)
    expect(ticked).toEqual(held)
    expect(differences(held, ticked)).toEqual({ added: nothing, removed: nothing })
  })

  it('are sent as differences', () => {
    let ticks = tickFunction(noTicks, second, true)
    ticks = tickAction(ticks, first, { id: 11, on: false, held })
    ticks = tickAction(ticks, first, { id: 12, on: true, held })
    expect(differences(held, tickedIds(choices, held, ticks))).toEqual({
      added: { function_id: [2], action_id: [12] },
      removed: { function_id: [], action_id: [11] },
    })
  })

  it('unticking a function removes its actions, and ticking it again restores them', () => {
    const without = tickFunction(noTicks, first, false)
    expect(differences(held, tickedIds(choices, held, without)).removed).toEqual({
      function_id: [1],
      action_id: [11],
    })
    expect(tickedIds(choices, held, tickFunction(without, first, true))).toEqual(held)
  })

  it('ticking an action ticks its function, but none of its other actions', () => {
    const ticks = tickAction(noTicks, second, { id: 22, on: true, held })
    expect(differences(held, tickedIds(choices, held, ticks)).added).toEqual({
      function_id: [2],
      action_id: [22],
    })
    const without = tickFunction(noTicks, first, false)
    const again = tickAction(without, first, { id: 12, on: true, held })
    expect(tickedIds(choices, held, again).actions).toEqual(new Set([12]))
  })

  it('all functions or all actions can be ticked together; all actions include their functions', () => {
    const functions = tickAll(noTicks, choices, { what: 'functions', on: true })
    expect(tally(choices, tickedIds(choices, held, functions))).toMatchObject({
      functions: 3,
      actions: 1,
    })
    const actions = tickAll(noTicks, choices, { what: 'actions', on: true })
    expect(tally(choices, tickedIds(choices, held, actions))).toEqual({
      functions: 2,
      allFunctions: 3,
      actions: 4,
      allActions: 4,
    })
    const none = tickAll(actions, choices, { what: 'actions', on: false })
    expect(tally(choices, tickedIds(choices, held, none))).toMatchObject({
      functions: 2,
      actions: 0,
    })
  })

  it('only listed functions are counted', () => {
    const ticked = tickedIds(choices, held, tickAction(noTicks, second, { id: 22, on: true, held }))
    expect(tally([second], ticked)).toEqual({
      functions: 1,
      allFunctions: 1,
      actions: 1,
      allActions: 2,
    })
    expect(tally([], ticked)).toEqual({ functions: 0, allFunctions: 0, actions: 0, allActions: 0 })
  })

  it('each changed function is marked as added, removed or with changed actions', () => {
    let ticks = tickFunction(noTicks, second, true)
    ticks = tickAction(ticks, first, { id: 12, on: true, held })
    expect([...changedFunctions(choices, held, tickedIds(choices, held, ticks))]).toEqual([
      [1, 'actions'],
      [2, 'added'],
    ])
    const removed = tickedIds(choices, held, tickFunction(noTicks, first, false))
    expect([...changedFunctions(choices, held, removed)]).toEqual([[1, 'removed']])
  })
})
