import { consoleModuleId } from './constants.ts'

/**
 * The address in a module to which a person is sent with the code: `/home` on the host of module 1, `/auth` under the
 * url of any other module (portal.md §4). `url` begins with its protocol.
 */
export function moduleAddress(module: { id: number; url: string }): string {
  return `${module.url.replace(/\/+$/, '')}${module.id === consoleModuleId ? '/home' : '/auth'}`
}
