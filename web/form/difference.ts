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

/** Characters that are shown of a value; of a longer one, those around its change. */
const shownLength = 60
/** How many are named of what was added or taken away. */
const shownNames = 5

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

/** What was added and taken away of several: '+2 módulos', '−1 módulo', with the names of the first. */
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
      names: firstOf(names),
    }))
}

/** Whether two values are the same to a person: of several, the order is nothing. */
export function sameValue(one: FieldValue, other: FieldValue): boolean {
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
  if (isList(value)) return firstOf(value.map(nameOf))
  const name = nameOf(value).trim()
  return name === '' ? '(vazio)' : name
}

function firstOf(names: readonly string[]): string {
  const more = names.length - shownNames
  const shown = names.slice(0, shownNames).join(', ')
  return more > 0 ? `${shown} e mais ${more}` : shown
}

const segmenter = new Intl.Segmenter('pt-BR')
const lettersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Two values cut to the same stretch, from a little before they begin to differ. */
function shortened(one: string, other: string): [string, string] {
  const [letters, others] = [lettersOf(one), lettersOf(other)]
  if (Math.max(letters.length, others.length) <= shownLength) return [one, other]
  const differs = letters.findIndex((letter, index) => letter !== others[index])
  const lead = (differs < 0 ? letters.length : differs) - shownLength / 3
  // From the beginning, where the change is in sight from there.
  const start = lead > shownLength / 3 ? lead : 0
  const end = start + shownLength
  const cut = (text: string[]) =>
    `${start > 0 ? '…' : ''}${text.slice(start, end).join('')}${end < text.length ? '…' : ''}`
  return [cut(letters), cut(others)]
}
