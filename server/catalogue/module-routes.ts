import type { modules } from '../../contract/modules.ts'
import { scopeOf, type Scope } from '../scope/scope.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { deleteLogo, replaceLogo } from '../logos/record-logo.ts'
import type { Clock } from '../shared/clock.ts'
import { findModulesOfService, listModules } from './module-queries.ts'
import {
  createModule,
  moduleRecord,
  type ModuleParts,
  presentModule,
  readModule,
  replaceModule,
} from './module-service.ts'

export function moduleRoutes(parts: ModuleParts & { clock: Clock }): Handlers<typeof modules> {
  return {
    async moduleList({ db, who, query }) {
      const { rows, pagination } = await listModules(db, scopeOf(who), query, parts.clock.now())
      return { rows: rows.map(presentModule), pagination }
    },

    moduleGet: ({ db, who, params }) => readModule(db, who, params.id),

    moduleListOfService: ({ db, who, params }) => modulesOfService(db, scopeOf(who), params),

    moduleListOfServiceNamed: ({ db, who, params }) => modulesOfService(db, scopeOf(who), params),

    moduleCreate: (call) => createModule(call, call.body),

    moduleUpdate: (call) => replaceModule(call, call.params.id, call.body, parts),

    moduleLogoUpdate: (call) => replaceLogo(call, moduleRecord, call.params.id, call.body.content),

    async moduleLogoDelete(call) {
      await deleteLogo(call, moduleRecord, call.params.id)
      return {}
    },
  }
}

async function modulesOfService(
  db: Db,
  scope: Scope,
  requested: { id: number } | { name: string },
) {
  const service = await findModulesOfService(db, scope, requested)
  if (!service) throw new Problem('service-not-found')
  return { service: { id: service.id, name: service.name }, modules: service.modules }
}
