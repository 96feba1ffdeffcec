import { once } from '../../contract/once.ts'
import { normaliseText } from '../../contract/text-folding.ts'
import type { Change } from '../ui/change-list.tsx'

/** Value of a form field. */
type FieldValue = string | boolean | readonly string[]
export type FieldValues = Record<string, FieldValue>

/**
 * Label of a field. For a boolean field it can also contain names for both states; for a list it is the noun for the
 * list's items.
 */
export type Label =
  | string
  | { label: string; on: string; off: string }
  | { label: string; one: string; many: string }

interface Choice {
  value: string
  label: string
}
/** Options of a select: value and label, optionally in groups. */
export type Choices = readonly (Choice | { group: string; items: Choice[] })[]

interface Fields {
  labels: Readonly<Record<string, Label>>
  /** Options of the fields whose values are ids of options. */
  choices: Readonly<Record<string, Choices | undefined>>
}

/** Maximum number of characters shown of a value. Of a longer value only the changed part with a margin is shown. */
const shownLength = 60
/** Characters shown before and after the changed part. */
const margin = 20

/** Returns what a save changes, in the order of the labels. */
export function differenceOf<Values extends FieldValues>(
  before: Values,
  after: Values,
  { labels, choices }: Fields,
): Change[] {
  return Object.entries(labels).flatMap(([name, label]): Change[] => {
    const [from, to] = [before[name], after[name]]
    if (from === undefined || to === undefined || sameValue(from, to)) return []
    const nameOf = namesOf(choices[name])
    if (isList(from) && isList(to) && typeof label === 'object' && 'one' in label)
      return counted(label, {
        added: to.filter((value) => !from.includes(value)).map(nameOf),
        removed: from.filter((value) => !to.includes(value)).map(nameOf),
      })
    const [was, is] = shortened(displayText(from, label, nameOf), displayText(to, label, nameOf))
    return [{ label: textOf(label), from: was, to: is }]
  })
}

/** Returns the added and the removed items: '+2 módulos', '−1 módulo', with all their names. */
export function counted(
  { one, many }: { one: string; many: string },
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Extract<Change, { count: string }>[] {
  return (
    [
      ['+', added],
      ['−', removed],
    ] as const
  )
    .filter(([, names]) => names.length > 0)
    .map(([sign, names]) => ({
      count: `${sign}${names.length} ${names.length === 1 ? one : many}`,
      names,
    }))
}

/** Whether two form values are saved as the same value. The order of lists and white space around texts are ignored. */
export function sameValue(one: FieldValue, other: FieldValue): boolean {
  if (typeof one === 'string' && typeof other === 'string')
    return normaliseText(one) === normaliseText(other)
  if (!isList(one) || !isList(other)) return one === other
  const values = new Set(one)
  return values.size === new Set(other).size && other.every((value) => values.has(value))
}

const isList = (value: FieldValue): value is readonly string[] => Array.isArray(value)

/** Text of a field label. */
export const textOf = (label: Label): string => (typeof label === 'string' ? label : label.label)

function namesOf(choices: Choices = []): (value: string) => string {
  const labelByValue = new Map(
    choices
      .flatMap((choice) => ('items' in choice ? choice.items : [choice]))
      .map(({ value, label }) => [value, label]),
  )
  return (value) => labelByValue.get(value) ?? value
}

function displayText(value: FieldValue, label: Label, nameOf: (value: string) => string): string {
  if (typeof value === 'boolean') {
    const { on, off } =
      typeof label === 'object' && 'on' in label ? label : { on: 'Sim', off: 'Não' }
    return value ? on : off
  }
  if (isList(value)) return value.map(nameOf).join(', ')
  const name = nameOf(value).trim()
  return name === '' ? '(vazio)' : name
}

const segmenter = once(() => new Intl.Segmenter('pt-BR'))
const lettersOf = (text: string) => Array.from(segmenter().segment(text), ({ segment }) => segment)

/** Cuts the common beginning and end of two long values. Everything between the differences is kept. */
function shortened(one: string, other: string): [string, string] {
  const [letters, others] = [lettersOf(one), lettersOf(other)]
  const shorter = Math.min(letters.length, others.length)
  if (Math.max(letters.length, others.length) <= shownLength) return [one, other]
  let samePrefix = 0
  while (samePrefix < shorter && letters[samePrefix] === others[samePrefix]) samePrefix += 1
  let sameSuffix = 0
  while (
    sameSuffix < shorter - samePrefix &&
    letters.at(-1 - sameSuffix) === others.at(-1 - sameSuffix)
  )
    sameSuffix += 1
  // Do not cut if it would save only a few characters.
  const start = samePrefix > 2 * margin ? samePrefix - margin : 0
  const suffixCut = sameSuffix > 2 * margin ? sameSuffix - margin : 0
  const cut = (text: string[]) =>
    `${start > 0 ? '…' : ''}${text.slice(start, text.length - suffixCut).join('')}${suffixCut > 0 ? '…' : ''}`
  return [cut(letters), cut(others)]
}
