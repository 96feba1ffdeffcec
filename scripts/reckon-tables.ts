import type { Plugin } from 'vite'
import { callRoutes } from '../web/api/call-routes.ts'
import { recordScreens } from '../web/frame/record-screens.ts'

/** What the web takes of the contract by working it out: the file that does, the name of its export, and what that is. */
const tables: Record<string, { name: string; table: unknown }> = {
  'web/api/call-routes.ts': { name: 'callRoutes', table: callRoutes },
  'web/frame/record-screens.ts': { name: 'recordScreens', table: recordScreens },
}

const wholeContract = '/contract/api.ts'

/**
 * Puts each table in place of the code that makes it, so that no page loads the whole contract, and makes all its schemas,
 * for them (decision 37); a build in which several do fails. Only in builds: in development the contract itself is asked.
 */
export function reckonTables(): Plugin {
  return {
    name: 'reckon-tables',
    apply: 'build',
    load(id) {
      const found = Object.entries(tables).find(([file]) => id.endsWith(`/${file}`))?.[1]
      return found && `export const ${found.name} = ${JSON.stringify(found.table)}`
    },
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && !output.isDynamicEntry)
          if (output.moduleIds.some((id) => id.endsWith(wholeContract)))
            this.error(`${output.fileName}: several pages would load the whole contract.`)
    },
  }
}
