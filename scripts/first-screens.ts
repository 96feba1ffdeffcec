import { join } from 'node:path'

const web = join(import.meta.dirname, '../web')

/** The frame of the console and the screens on which most visits begin: HOME, access page and lists. */
export const firstScreens = [
  'portal.tsx',
  'home/home.tsx',
  'access/access-page.tsx',
  'list/record-list.tsx',
  'users/user-list.tsx',
].map((file) => join(web, file))

/** The part of the bundler's context that is used here. */
interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/**
 * Whether one of these screens needs the module. Always true for libraries, because their index files import
 * everything. Other modules belong to forms and record pages (decision 37).
 */
export function ofFirstScreens(id: string, modules: Modules): boolean {
  if (id.includes('/node_modules/')) return true
  needed ??= closureOf(modules)
  return needed.has(id)
}

let needed: Set<string> | undefined

function closureOf(modules: Modules): Set<string> {
  const found = new Set<string>()
  const collect = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    modules.getModuleInfo(id)?.importedIds.forEach(collect)
  }
  firstScreens.forEach(collect)
  return found
}
