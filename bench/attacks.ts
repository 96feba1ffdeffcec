/** How often each attack of the hostile client was answered with what: `POST /api/auth-local 401`, by count. */
export type Attacks = Record<string, number>

/** One line on what the hostile client got done; throws where it got nothing done. */
export function describeAttacks(attacks: Attacks, seconds: number): string {
  const total = Object.values(attacks).reduce((sum, count) => sum + count, 0)
  if (total === 0) throw new Error('The hostile client got nothing done, so nothing was measured.')
  const byStatus = Map.groupBy(Object.entries(attacks), ([what]) => what.slice(-3))
  const statuses = [...byStatus]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, of]) => `${status}: ${of.reduce((sum, [, count]) => sum + count, 0)}`)
  return `${Math.round(total / seconds)} attacks a second (${statuses.join(', ')})`
}
