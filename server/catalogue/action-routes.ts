import type { actions } from '../../contract/actions.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { createAction, readAction, readActions, replaceAction } from './action-service.ts'

export const actionRoutes: Handlers<typeof actions> = {
  actionList: ({ db, who, params, query }) => readActions(db, who, params.id, query),
  actionGet: ({ db, who, params }) => readAction(db, who, params.id),
  actionCreate: (call) => createAction(call, call.body),
  actionUpdate: (call) => replaceAction(call, call.params.id, call.body),
}
