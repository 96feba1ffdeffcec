import type { functions } from '../../contract/functions.ts'
import { scopeOf } from '../scope/scope.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { backCatalogue } from './back-catalogue.ts'
import { listFunctions } from './function-queries.ts'
import {
  createFunction,
  presentFunction,
  readFunction,
  replaceFunction,
} from './function-service.ts'

export const functionRoutes: Handlers<typeof functions> = {
  async functionList({ db, who, query }) {
    const { rows, pagination } = await listFunctions(db, scopeOf(who), query)
    return { rows: rows.map(presentFunction), pagination }
  },

  functionGet: ({ db, who, params }) => readFunction(db, who, params.id),

  functionCreate: (call) => createFunction(call, call.body),

  functionUpdate: (call) => replaceFunction(call, call.params.id, call.body),

  functionBackCatalogue: () => Promise.resolve({ endpoints: backCatalogue() }),
}
