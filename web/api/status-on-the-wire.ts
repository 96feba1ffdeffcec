/** Converts `active` to the number `status`, which some resources use instead (console.md §3). */
export function statusOf(active: boolean): 0 | 1 {
  return active ? 1 : 0
}
