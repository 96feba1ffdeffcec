/** Converts `active` to the `status` that some resources use (console.md §3). */
export function statusOf(active: boolean): 0 | 1 {
  return active ? 1 : 0
}
