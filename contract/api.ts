import { access } from './access.ts'
import { accessEffect } from './access-effect.ts'
import { accessRequests } from './access-requests.ts'
import { accountReports } from './account-reports.ts'
import { actions } from './actions.ts'
import { apiTokens } from './api-tokens.ts'
import { auditTitlesOf } from './audit-titles.ts'
import { captcha } from './captcha.ts'
import { companies } from './companies.ts'
import { companySignInPolicies } from './sign-in-policies.ts'
import { companyInvitations } from './company-invitations.ts'
import { companyUsers } from './company-users.ts'
import { confirmations } from './confirmations.ts'
import { delegations } from './delegations.ts'
import { accessReviews } from './access-reviews.ts'
import { dataRequests } from './data-requests.ts'
import { emailChanges } from './email-changes.ts'
import type { Endpoints } from './endpoint.ts'
import { erasures } from './erasures.ts'
import { exportsOf } from './exports.ts'
import { factors } from './factors.ts'
import { federation } from './federation.ts'
import { functions } from './functions.ts'
import { home } from './home.ts'
import { imports } from './imports.ts'
import { locks } from './locks.ts'
import { manyUserProfiles } from './many-user-profiles.ts'
import { manyUsers } from './many-users.ts'
import { messages } from './messages.ts'
import { moduleSecretEndpoints } from './module-secrets.ts'
import { loosePlans } from './loose-plans.ts'
import { moduleFavourites } from './module-favourites.ts'
import { listViews } from './list-views.ts'
import { modules } from './modules.ts'
import { myData } from './my-data.ts'
import { networkLocks } from './network-locks.ts'
import { operators } from './operators.ts'
import { passkeys } from './passkeys.ts'
import { passwords } from './passwords.ts'
import { planCompanies } from './plan-companies.ts'
import { planModules } from './plan-modules.ts'
import { plans } from './plans.ts'
import { profileFunctions } from './profile-functions.ts'
import { profiles } from './profiles.ts'
import { recoveries } from './recoveries.ts'
import { seats } from './seats.ts'
import { services } from './services.ts'
import { separationRules } from './separation-rules.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { auditLogEndpoints } from './audit-log.ts'
import { userSessions } from './user-sessions.ts'
import { userExports } from './user-exports.ts'
import { users } from './users.ts'
import { userProfiles } from './user-profiles.ts'

/** Endpoints that the resources declare. */
export const resources = {
  ...signIn,
  ...passwords,
  ...passkeys,
  ...factors,
  ...emailChanges,
  ...recoveries,
  ...accountReports,
  ...captcha,
  ...federation,
  ...sessions,
  ...confirmations,
  ...access,
  ...moduleFavourites,
  ...listViews,
  ...services,
  ...modules,
  ...moduleSecretEndpoints,
  ...functions,
  ...actions,
  ...profiles,
  ...profileFunctions,
  ...companies,
  ...companySignInPolicies,
  ...companyUsers,
  ...plans,
  ...planModules,
  ...planCompanies,
  ...loosePlans,
  ...seats,
  ...imports,
  ...users,
  ...manyUsers,
  ...userExports,
  ...userSessions,
  ...apiTokens,
  ...companyInvitations,
  ...userProfiles,
  ...manyUserProfiles,
  ...delegations,
  ...separationRules,
  ...accessRequests,
  ...operators,
  ...accessEffect,
  ...locks,
  ...networkLocks,
  ...messages,
  ...auditLogEndpoints(isOperation),
  ...home,
  ...myData,
  ...accessReviews,
  ...dataRequests,
  ...erasures,
} satisfies Endpoints

/** All endpoints by operation name, the same key in contract, handlers and client. */
export const api = { ...resources, ...exportsOf(resources) } satisfies Endpoints

function isOperation(operation: string): boolean {
  return Object.hasOwn(auditTitlesOf(api), operation)
}

export type Api = typeof api
export type Operation = keyof Api
/** Operations of exports, derived from the lists. */
export type ExportOperation = Exclude<Operation, keyof typeof resources>
