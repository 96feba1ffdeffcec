/** Number of responses per attack and status, such as `POST /api/auth-local 401`. */
export type Attacks = Record<string, number>

/** Returns one line on the responses of the hostile client; throws if there were none. */
export function describeAttacks(attacks: Attacks, seconds: number): string {
  const total = Object.values(attacks).reduce((sum, count) => sum + count, 0)
  if (total === 0) throw new Error('The hostile client got no responses, so nothing was measured.')
  const byStatus = Map.groupBy(Object.entries(attacks), ([what]) => what.slice(-3))
  const statuses = [...byStatus]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, of]) => `${status}: ${of.reduce((sum, [, count]) => sum + count, 0)}`)
  return `${Math.round(total / seconds)} attacks a second (${statuses.join(', ')})`
}
