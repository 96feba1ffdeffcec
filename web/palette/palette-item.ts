import type { Icon } from '@tabler/icons-react'
import { searchKey } from '../../contract/text-folding.ts'
import { wordsOf } from '../ui/plain-text.ts'

/** A line of the palette. */
export interface PaletteItem {
  /** Unique in the palette. */
  id: string
  group: string
  label: string
  /** Distinguishes items of the same name, such as the service of a module. */
  hint?: string | undefined
  icon: Icon
  /** Commands that the item follows, such as 'criar usuário' for 'Novo usuário', separated by blanks. */
  verbs?: string
  run: () => void
}

type Shown = Pick<PaletteItem, 'label' | 'hint' | 'verbs'>

/** Ranks of matches in the label; the server ranks records in the same way (decision 76). */
export const matchRanks = { word: 0, beginning: 1, label: 2, elsewhere: 3 } as const

/** Minimum length of a beginning of a verb. */
const minVerb = 3

/**
 * Returns the rank of an item, the best first: each typed word is a word of the label, begins one, is in the label, or
 * is elsewhere in the shown text. Undefined if a word is not shown and is no command. Ignores case, accents, and the
 * punctuation of numbers such as a CNPJ.
 */
export function rankOf({ label, hint = '', verbs = '' }: Shown, typed: string) {
  const name = searchKey(label)
  const parts = wordsOf(label)
  const commands = wordsOf(verbs)
  const shown = searchKey(`${name} ${hint} ${withoutMarks(hint)}`)
  const isCommand = (word: string) =>
    word.length >= minVerb && commands.some((verb) => verb.startsWith(word))
  const words = wordsOf(typed)
  const all = (holds: (word: string) => boolean) =>
    words.every((word) => holds(word) || isCommand(word))
  if (all((word) => parts.includes(word))) return matchRanks.word
  if (all((word) => parts.some((part) => part.startsWith(word)))) return matchRanks.beginning
  if (all((word) => name.includes(word))) return matchRanks.label
  return all((word) => shown.includes(word)) ? matchRanks.elsewhere : undefined
}

const withoutMarks = (text: string) => text.replaceAll(/[-./]/g, '')

/** Returns the items that match, the best of each group first. */
export function ranked(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  return items
    .map((item) => ({ item, rank: rankOf(item, typed) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ item }) => item)
}

/** Groups the items, in display order. */
export function grouped(items: readonly PaletteItem[]): [string, PaletteItem[]][] {
  return [...Map.groupBy(items, ({ group }) => group)]
}
