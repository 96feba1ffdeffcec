import { consoleModuleId } from '../../contract/constants.ts'

interface Address {
  protocol: string
  url: string | null
}

/** Returns whether the address changes: protocol, host, port or path, also from or to none. */
export function movesAddress(before: Address, after: Address): boolean {
  return before.url !== after.url || (after.url !== null && before.protocol !== after.protocol)
}

/**
 * Returns whether the console stays accessible: active, and with an unchanged address or that of `publicUrl`.
 * Everything else may change.
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

/** Returns whether a module exchanges codes with a secret: all except this console, which uses a cookie. */
export function usesSecrets(moduleId: number): boolean {
  return moduleId !== consoleModuleId
}
