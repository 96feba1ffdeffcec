import type { Plugin } from 'vite'
import { callRoutes } from '../web/api/call-routes.ts'

/**
 * Puts the table of `web/api/call-routes.ts` in place of the code that makes it, so that the first screen need not load
 * the whole contract to send a call (decision 37). Only in builds: in development the contract itself is asked.
 */
export function reckonCallRoutes(): Plugin {
  return {
    name: 'reckon-call-routes',
    apply: 'build',
    load: {
      filter: { id: /\/web\/api\/call-routes\.ts$/ },
      handler: () => `export const callRoutes = ${JSON.stringify(callRoutes)}`,
    },
  }
}
