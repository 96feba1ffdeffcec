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
 * This console may not lock everybody out: it stays active, and its address is where it is (`publicUrl`) or stays as it
 * was. Everything else about it may change.
 */
export function keepsConsoleOpen(
  before: Address & { id: number },
  after: Address & { status: number },
  publicUrl: string,
): boolean {
  if (before.id !== consoleModuleId) return true
  return (
    after.status === 1 &&
    (!movesAddress(before, after) || `${after.protocol}${after.url}` === publicUrl)
  )
}

/** Whether a module exchanges codes with a secret: all but this console, which uses the browser's cookie. */
export function usesSecrets(moduleId: number): boolean {
  return moduleId !== consoleModuleId
}
