import { consoleModuleId } from './constants.ts'

/**
 * Where a person is sent with the code: module 1 to `/home` on its host, any other to `/auth` under its url
 * (portal.md §4). `url` carries its protocol.
 */
export function moduleAddress(module: { id: number; url: string }): string {
  return `${module.url.replace(/\/+$/, '')}${module.id === consoleModuleId ? '/home' : '/auth'}`
}
