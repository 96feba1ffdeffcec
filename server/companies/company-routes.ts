import type { companies } from '../../contract/companies.ts'
import type { companyUsers } from '../../contract/company-users.ts'
import type { companySignInPolicies } from '../../contract/sign-in-policies.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { deleteLogo, replaceLogo } from '../logos/record-logo.ts'
import { scopeOf } from '../scope/scope.ts'
import type { Clock } from '../shared/clock.ts'
import { listCompanies } from './company-queries.ts'
import {
  companyRecord,
  createCompany,
  presentCompany,
  readCompany,
  readHolders,
  readTemporaryMasters,
  replaceCompany,
} from './company-service.ts'
import { readSignInPolicy, replaceSignInPolicy } from './sign-in-policy.ts'
import {
  linkUser,
  readCompaniesOf,
  readOwnCompanies,
  readPeople,
  unlinkUser,
} from './company-user-service.ts'

export function companyRoutes({
  clock,
}: {
  clock: Clock
}): Handlers<typeof companies & typeof companyUsers & typeof companySignInPolicies> {
  return {
    async companyList({ read, who, query }) {
      const { rows, pagination } = await read((db) => listCompanies(db, scopeOf(who), query))
      return { rows: rows.map(presentCompany), pagination }
    },
    companyGet: ({ db, who, params }) => readCompany(db, who, params.id),
    companyCreate: (call) => createCompany(call, call.body),
    companyUpdate: (call) => replaceCompany(call, call.params.id, call.body),
    companyLogoUpdate: (call) =>
      replaceLogo(call, companyRecord, call.params.id, call.body.content),
    async companyLogoDelete(call) {
      await deleteLogo(call, companyRecord, call.params.id)
      return {}
    },
    companyHolders: ({ db, who, params }) => readHolders(db, who, params.id, clock.now()),
    companyTemporaryMasters: ({ db, who, params }) =>
      readTemporaryMasters(db, who, params.id, clock.now()),
    companySignInPolicyGet: ({ db, who, params }) => readSignInPolicy(db, who, params.id),
    companySignInPolicyUpdate: (call) =>
      replaceSignInPolicy(call, call.params.id, call.body, clock.now()),
    companyListOfUser: ({ db, who, params }) => readCompaniesOf(db, who, params.id),
    userCompanyList: ({ db, who }) => readOwnCompanies(db, who),
    companyUserList: ({ read, who, params, query }) =>
      read((db) => readPeople(db, who, params.companyId, query)),
    companyUserLink: (call) => linkUser(call, call.body),
    companyUserUnlink: (call) => unlinkUser(call, call.body, clock.now()),
  }
}
