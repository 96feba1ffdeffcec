/**
 * Returns how long each job spends in a queue that serves them in order of arrival, from its arrival to its end, in the
 * order of `arrivals`. Each job takes the same time on one of the servers.
 */
export function timesInQueue(
  arrivals: readonly number[],
  { servers, service }: { servers: number; service: number },
): number[] {
  const freeAt = Array<number>(servers).fill(-Infinity)
  const times = arrivals.map(() => 0)
  const inOrder = [...arrivals.entries()].sort(([, a], [, b]) => a - b)
  for (const [job, arrival] of inOrder) {
    const server = freeAt.indexOf(Math.min(...freeAt))
    const end = Math.max(arrival, freeAt[server] ?? arrival) + service
    freeAt[server] = end
    times[job] = end - arrival
  }
  return times
}
