/** The status of a record as the contract has it, of what its select holds (console.md §3). */
export function statusOf(chosen: string): 0 | 1 {
  return chosen === '1' ? 1 : 0
}
