/** The status of a record as some resources send it (console.md §3). */
export function statusOf(active: boolean): 0 | 1 {
  return active ? 1 : 0
}
