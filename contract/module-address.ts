import { consoleModuleId } from './constants.ts'

/**
 * Returns the URL in a module to which a user is redirected with the code: `/home` on the host of module 1, `/auth`
 * under the url of any other module (portal.md §4). `url` includes its protocol.
 */
export function moduleAddress(module: { id: number; url: string }): string {
  return `${module.url.replace(/\/+$/, '')}${module.id === consoleModuleId ? '/home' : '/auth'}`
}
