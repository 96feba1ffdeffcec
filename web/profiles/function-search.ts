import { holdsAll } from '../ui/plain-text.ts'
import type { FunctionChoice } from './function-choice.ts'

interface Found {
  choice: FunctionChoice
  /** Whether the search matches only actions of the function. */
  byAction: boolean
}

/** Returns the functions whose name or url, or one of whose actions, contains all words in any order. */
export function findChoices(choices: readonly FunctionChoice[], search: string): Found[] {
  return choices.flatMap((choice): Found[] => {
    const { name, url, actions } = choice
    if (holdsAll(`${name} ${url}`, search)) return [{ choice, byAction: false }]
    return actions.some((action) => holdsAll(`${name} ${action.name}`, search))
      ? [{ choice, byAction: true }]
      : []
  })
}
