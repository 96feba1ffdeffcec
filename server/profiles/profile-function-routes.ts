import type { profileFunctions } from '../../contract/profile-functions.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { addToProfile, readHeld, removeFromProfile } from './profile-function-service.ts'

export const profileFunctionRoutes: Handlers<typeof profileFunctions> = {
  profileFunctionList: ({ db, who, params }) => readHeld(db, who, params.id),
  profileFunctionAdd: (call) => addToProfile(call, { ...call.body, action_id: [] }),
  profileFunctionRemove: (call) => removeFromProfile(call, { ...call.body, action_id: [] }),
  functionActionAdd: (call) => addToProfile(call, call.body),
  functionActionRemove: (call) => removeFromProfile(call, call.body),
}
