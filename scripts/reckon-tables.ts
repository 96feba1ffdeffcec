import type { Plugin } from 'vite'
import { operationTitles } from '../contract/operation-titles.ts'
import { callRoutes } from '../web/api/call-routes.ts'
import { recordScreens } from '../web/frame/record-screens.ts'

/** Tables that the web derives from the contract: the file, the name of its export, and the value. */
const tables: Record<string, { name: string; table: unknown }> = {
  'contract/operation-titles.ts': { name: 'operationTitles', table: operationTitles },
  'web/api/call-routes.ts': { name: 'callRoutes', table: callRoutes },
  'web/frame/record-screens.ts': { name: 'recordScreens', table: recordScreens },
}

const wholeContract = '/contract/api.ts'

/**
 * Replaces the code of each table by its value, so that no page loads the whole contract and creates its schemas just
 * for the tables (decision 37). A build in which several pages load the contract fails. Only for builds: in
 * development the code itself runs.
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
