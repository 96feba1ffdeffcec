import { normaliseText } from '../../contract/text-folding.ts'
import type { Change } from '../ui/change-list.tsx'

/** What a field of a form holds. */
type FieldValue = string | boolean | readonly string[]
export type FieldValues = Record<string, FieldValue>

/**
 * What stands beside a field: as text, of a boolean perhaps with what its two states are called, of several values with
 * what they are called when they are counted.
 */
export type Label =
  | string
  | { label: string; on: string; off: string }
  | { label: string; one: string; many: string }

interface Choice {
  value: string
  label: string
}
/** What a field offers, as a select takes it: by value and label, in groups or not. */
export type Choices = readonly (Choice | { group: string; items: Choice[] })[]

interface Fields {
  labels: Readonly<Record<string, Label>>
  /** Of the fields that hold the value of a choice: what may be chosen. */
  choices: Readonly<Record<string, Choices | undefined>>
}

/** Letters that are shown of a value; of a longer one, all that changes, with a little before and after it. */
const shownLength = 60
/** Letters that are shown before and after what changes. */
const margin = 20

/** What a save changes, in the order of the fields. */
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
    const [was, is] = shortened(inWords(from, label, nameOf), inWords(to, label, nameOf))
    return [{ label: textOf(label), from: was, to: is }]
  })
}

/** What was added and taken away of several: '+2 módulos', '−1 módulo', with all their names. */
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

/** Whether two values are saved as the same: of several the order is nothing, nor are blanks around a text. */
export function sameValue(one: FieldValue, other: FieldValue): boolean {
  if (typeof one === 'string' && typeof other === 'string')
    return normaliseText(one) === normaliseText(other)
  if (!isList(one) || !isList(other)) return one === other
  const values = new Set(one)
  return values.size === new Set(other).size && other.every((value) => values.has(value))
}

const isList = (value: FieldValue): value is readonly string[] => Array.isArray(value)

/** The text that stands beside a field. */
export const textOf = (label: Label): string => (typeof label === 'string' ? label : label.label)

function namesOf(choices: Choices = []): (value: string) => string {
  const known = new Map(
    choices
      .flatMap((choice) => ('items' in choice ? choice.items : [choice]))
      .map(({ value, label }) => [value, label]),
  )
  return (value) => known.get(value) ?? value
}

function inWords(value: FieldValue, label: Label, nameOf: (value: string) => string): string {
  if (typeof value === 'boolean') {
    const { on, off } =
      typeof label === 'object' && 'on' in label ? label : { on: 'Sim', off: 'Não' }
    return value ? on : off
  }
  if (isList(value)) return value.map(nameOf).join(', ')
  const name = nameOf(value).trim()
  return name === '' ? '(vazio)' : name
}

const segmenter = new Intl.Segmenter('pt-BR')
const lettersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Two long values without what they begin and end with alike: whatever differs between is shown. */
function shortened(one: string, other: string): [string, string] {
  const [letters, others] = [lettersOf(one), lettersOf(other)]
  const shorter = Math.min(letters.length, others.length)
  if (Math.max(letters.length, others.length) <= shownLength) return [one, other]
  let same = 0
  while (same < shorter && letters[same] === others[same]) same += 1
  let sameEnd = 0
  while (sameEnd < shorter - same && letters.at(-1 - sameEnd) === others.at(-1 - sameEnd))
    sameEnd += 1
  // A few letters more are no reason to cut.
  const start = same > 2 * margin ? same - margin : 0
  const dropped = sameEnd > 2 * margin ? sameEnd - margin : 0
  const cut = (text: string[]) =>
    `${start > 0 ? '…' : ''}${text.slice(start, text.length - dropped).join('')}${dropped > 0 ? '…' : ''}`
  return [cut(letters), cut(others)]
}
