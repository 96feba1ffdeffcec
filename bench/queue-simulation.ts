/**
 * Simulates a first-come, first-served queue with several servers and a constant service time. Returns the time of each
 * job from arrival to completion, in the order of `arrivals`.
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
