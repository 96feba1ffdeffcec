import type { profiles } from '../../contract/profiles.ts'
import { scopeOf } from '../scope/scope.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { readChoices } from './profile-function-service.ts'
import { listMakers } from './profile-maker-queries.ts'
import { listProfiles } from './profile-queries.ts'
import {
  createProfile,
  presentProfile,
  readProfile,
  readProfileHolders,
  replaceProfile,
} from './profile-service.ts'

export const profileRoutes: Handlers<typeof profiles> = {
  async profileList({ db, who, query }) {
    const { rows, pagination } = await listProfiles(db, scopeOf(who), query)
    return { rows: rows.map(presentProfile), pagination }
  },
  profileMakerList: ({ db, who, query }) => listMakers(db, scopeOf(who), query),
  profileGet: ({ db, who, params }) => readProfile(db, who, params.id),
  profileHolderList: ({ read, who, params, query }) =>
    read((db) => readProfileHolders(db, who, params.id, query)),
  profileConsultModule: ({ db, who, params }) => readChoices(db, who, params.profileId),
  profileCreate: (call) => createProfile(call, call.body),
  profileUpdate: (call) => replaceProfile(call, call.params.id, call.body),
}
