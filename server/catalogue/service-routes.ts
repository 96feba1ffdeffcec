import type { services } from '../../contract/services.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { scopeOf } from '../scope/scope.ts'
import { listServices } from './service-queries.ts'
import { createService, readService, replaceService } from './service-service.ts'

export const serviceRoutes: Handlers<typeof services> = {
  serviceList: ({ db, who, query }) => listServices(db, scopeOf(who), query),
  serviceGet: ({ db, who, params }) => readService(db, who, params.id),
  serviceCreate: (call) => createService(call, call.body),
  serviceUpdate: (call) => replaceService(call, call.params.id, call.body),
}
