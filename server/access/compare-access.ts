import type { Access } from './effect-queries.ts'

/** An access right with the number of users who lose or gain it. */
export interface Difference {
  access: Access
  losing: number
  gaining: number
}

const keyOf = ({ company_id, module_id, spid, function_id, action_id }: Access): string =>
  JSON.stringify([company_id, module_id, spid, function_id, action_id])

/** Returns the enclosing right: the function of an action, or the module of a function or SPID. */
function largerThan(access: Access): Access | undefined {
  if (access.action_id !== null) return { ...access, action_id: null }
  if (access.function_id !== null) return { ...access, function_id: null }
  return access.spid === null ? undefined : { ...access, spid: null }
}

/** Returns the rights in `one` that are missing in `other`. Omits a right if its enclosing right is missing too. */
function missingIn(other: readonly Access[], one: readonly Access[]): Access[] {
  const there = new Set(other.map(keyOf))
  return one.filter((access) => {
    if (there.has(keyOf(access))) return false
    const larger = largerThan(access)
    return larger === undefined || there.has(keyOf(larger))
  })
}

export type AccessByPerson = ReadonlyMap<number, readonly Access[]>

/**
 * Counts the users who lose or gain any right, and the users per right. Sorts the rights by the number of users who
 * lose them.
 */
export function compareAccess(before: AccessByPerson, after: AccessByPerson) {
  const differences = new Map<string, Difference>()
  const [losing, gaining] = [new Set<number>(), new Set<number>()]
  const count = (access: Access, what: 'losing' | 'gaining') => {
    const counted = differences.get(keyOf(access)) ?? { access, losing: 0, gaining: 0 }
    differences.set(keyOf(access), { ...counted, [what]: counted[what] + 1 })
  }
  for (const person of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(person) ?? [], after.get(person) ?? []]
    for (const access of missingIn(is, was)) {
      losing.add(person)
      count(access, 'losing')
    }
    for (const access of missingIn(was, is)) {
      gaining.add(person)
      count(access, 'gaining')
    }
  }
  return {
    losing: losing.size,
    gaining: gaining.size,
    differences: [...differences.values()].toSorted(
      (one, other) => other.losing - one.losing || other.gaining - one.gaining,
    ),
  }
}
