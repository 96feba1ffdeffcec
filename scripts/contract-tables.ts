import type { Plugin } from 'vite'
import { operationNames } from '../contract/operation-names.ts'
import { previewableOperations } from '../contract/previewable-operations.ts'
import { callRoutes } from '../web/api/call-routes.ts'
import { recordScreens } from '../web/frame/record-screens.ts'
import { listParameters } from '../web/list/list-parameters.ts'

/** Tables that are derived from the whole contract: the file, the name of its export, and the value. */
export const tables: Record<string, { name: string; value: unknown }> = {
  'contract/operation-names.ts': { name: 'operationNames', value: operationNames },
  'contract/previewable-operations.ts': {
    name: 'previewableOperations',
    value: previewableOperations,
  },
  'web/api/call-routes.ts': { name: 'callRoutes', value: callRoutes },
  'web/frame/record-screens.ts': { name: 'recordScreens', value: recordScreens },
  'web/list/list-parameters.ts': { name: 'listParameters', value: listParameters },
}

/**
 * Replaces the code of each table by its value, so that a page creates only the schemas that its screen uses (decision
 * 37). In development the code itself runs.
 */
export function contractTables(): Plugin {
  return {
    name: 'contract-tables',
    apply: 'build',
    load(id) {
      const table = Object.entries(tables).find(([file]) => id.endsWith(`/${file}`))?.[1]
      return table && `export const ${table.name} = ${JSON.stringify(table.value)}`
    },
  }
}
