import { consoleModuleId } from '../../contract/constants.ts'

interface Address {
  protocol: string
  url: string | null
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
  const moved = before.protocol !== after.protocol || before.url !== after.url
  return after.status === 1 && (!moved || `${after.protocol}${after.url}` === publicUrl)
}

/** Whether a module exchanges codes with a secret: all but this console, which uses the browser's cookie. */
export function usesSecrets(moduleId: number): boolean {
  return moduleId !== consoleModuleId
}
