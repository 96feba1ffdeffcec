import { holdsAll } from '../ui/plain-text.ts'
import type { FunctionChoice } from './function-choice.ts'

interface Found {
  choice: FunctionChoice
  /** Whether only its actions hold what was searched for. */
  byAction: boolean
}

/** The functions whose name or url holds all words, in any order, or one of whose actions does. */
export function findChoices(choices: readonly FunctionChoice[], search: string): Found[] {
  return choices.flatMap((choice): Found[] => {
    const { name, url, actions } = choice
    if (holdsAll(`${name} ${url}`, search)) return [{ choice, byAction: false }]
    return actions.some((action) => holdsAll(`${name} ${action.name}`, search))
      ? [{ choice, byAction: true }]
      : []
  })
}
