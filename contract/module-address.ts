import { consoleModuleId } from './constants.ts'

/**
 * Returns the URL to which the browser is redirected with a one-time code: `/home` on the host of module 1, `/auth`
 * under the URL of any other module (portal.md §4). `url` includes the protocol.
 */
export function moduleAddress(module: { id: number; url: string }): string {
  return `${module.url.replace(/\/+$/, '')}${module.id === consoleModuleId ? '/home' : '/auth'}`
}
