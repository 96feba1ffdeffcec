import { Problem } from './problem.ts'

/**
 * Refuses a save that rests on what is no longer there (rulings §7). The row is locked from its reading to the commit, so
 * nobody comes between; who sends no version (an integration) saves whatever is there.
 */
export function requireVersion(row: { version: number }, sent: number | undefined): void {
  if (sent !== undefined && sent !== row.version) throw new Problem('changed-meanwhile')
}
