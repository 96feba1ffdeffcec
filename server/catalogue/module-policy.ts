import { consoleModuleId } from '../../contract/constants.ts'

interface Address {
  protocol: string
  url: string | null
}

/** Returns whether protocol, host, port or path change. Also true if an address is added or removed. */
export function movesAddress(before: Address, after: Address): boolean {
  return before.url !== after.url || (after.url !== null && before.protocol !== after.protocol)
}

/**
 * Returns whether the console stays accessible: it must stay active, and its address must stay or become `publicUrl`.
 * Other fields may change.
 */
export function keepsConsoleOpen(
  before: Address & { id: number },
  after: Address & { status: 0 | 1 },
  publicUrl: string,
): boolean {
  if (before.id !== consoleModuleId) return true
  return (
    after.status === 1 &&
    (!movesAddress(before, after) || `${after.protocol}${after.url}` === publicUrl)
  )
}

/** Returns whether a module exchanges codes with a secret. Only this console uses a cookie instead. */
export function usesSecrets(moduleId: number): boolean {
  return moduleId !== consoleModuleId
}
