import { manyUsersMax } from '../../../contract/limits.ts'
import { formatNumber } from '../../ui/format-number.ts'
import type { UserRow } from '../user-columns.tsx'

/** The selected users by id, in order of selection. */
export type SelectedPeople = ReadonlyMap<number, UserRow>

/** Maximum number of names in a question. */
const namesMax = 3

/** Returns '1 usuário', '12 usuários'. */
export const countWords = (count: number): string =>
  count === 1 ? '1 usuário' : `${formatNumber(count)} usuários`

/** Returns the first names and the number of others: 'Ana Lima, Bia Reis, Caio Melo e mais 9'. */
export function namesOf(people: readonly { name: string }[]): string {
  const names = people.slice(0, namesMax).map(({ name }) => name)
  const further = people.length - names.length
  if (further > 0) return `${names.join(', ')} e mais ${formatNumber(further)}`
  return new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(names)
}

/** Returns the users whose status, at the time of selection, is one of these. */
export function withStatus(
  people: SelectedPeople,
  statuses: readonly UserRow['status'][],
): SelectedPeople {
  return new Map([...people].filter(([, { status }]) => statuses.includes(status)))
}

/** Selects or deselects users, up to the maximum of one write. `full` is true if some users were left out. */
export function withSelected(
  before: SelectedPeople,
  rows: readonly UserRow[],
  selected: boolean,
): { people: SelectedPeople; full: boolean } {
  const people = new Map(before)
  for (const row of rows) {
    if (!selected) people.delete(row.id)
    else if (people.size < manyUsersMax) people.set(row.id, row)
  }
  return { people, full: selected && rows.some(({ id }) => !people.has(id)) }
}

/** A user who caused the refusal of a write, with the reason. */
export interface RefusedPerson {
  person: UserRow
  reason: string
}

/** Returns the users named by a refusal's fields, each once. `idAt` maps an index in the request body to a user id. */
export function refusedIn(
  fields: Readonly<Record<string, string>>,
  people: SelectedPeople,
  idAt: (place: number) => number | undefined,
): RefusedPerson[] {
  const refused = new Map<number, RefusedPerson>()
  for (const [field, reason] of Object.entries(fields)) {
    // The field of a row is such as `3`, `given.3` or `3.end_date`.
    const id = idAt(Number(/\d+/.exec(field)?.[0]))
    const person = id === undefined ? undefined : people.get(id)
    if (person && !refused.has(person.id)) refused.set(person.id, { person, reason })
  }
  return [...refused.values()]
}
