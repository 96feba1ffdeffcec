import { plainText } from '../ui/plain-text.ts'
import type { FunctionChoice } from './function-choice.ts'

interface Found {
  choice: FunctionChoice
  /** Whether only its actions hold what was searched for. */
  byAction: boolean
}

/** The functions whose name or url holds all words, in any order, or one of whose actions does. */
export function findChoices(choices: readonly FunctionChoice[], search: string): Found[] {
  if (search.trim() === '') return choices.map((choice) => ({ choice, byAction: false }))
  const words = plainText(search).split(/\s+/)
  const holds = (text: string) => {
    const plain = plainText(text)
    return words.every((word) => plain.includes(word))
  }
  return choices.flatMap((choice): Found[] => {
    const { name, url, actions } = choice
    if (holds(`${name} ${url}`)) return [{ choice, byAction: false }]
    return actions.some((action) => holds(`${name} ${action.name}`))
      ? [{ choice, byAction: true }]
      : []
  })
}
