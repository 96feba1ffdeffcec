import type { accessEffect } from '../contract/access-effect.ts'
import type { Api, resources } from '../contract/api.ts'
import { accessEffectRoutes } from './access/access-effect-routes.ts'
import { accessRoutes } from './access/access-routes.ts'
import { accessRequestConstraints } from './access-requests/access-request-queries.ts'
import { accessRequestRoutes } from './access-requests/access-request-routes.ts'
import { moduleFavouriteRoutes } from './access/module-favourite-routes.ts'
import { actionConstraints } from './catalogue/action-queries.ts'
import { actionRoutes } from './catalogue/action-routes.ts'
import { apiTokenConstraints } from './api-tokens/api-token-queries.ts'
import { apiTokenRoutes } from './api-tokens/api-token-routes.ts'
import type { Handlers } from './pipeline/handler.ts'
import { PreviewQueue } from './pipeline/preview-queue.ts'
import type { ConstraintMeanings } from './pipeline/constraints.ts'
import { captchaRoutes } from './captcha/captcha-routes.ts'
import { companyConstraints } from './companies/company-queries.ts'
import { companyRoutes } from './companies/company-routes.ts'
import { spidConstraints } from './companies/spid-queries.ts'
import { confirmationRoutes } from './confirmations/confirmation-routes.ts'
import { delegationConstraints } from './delegations/delegation-queries.ts'
import { delegationRoutes } from './delegations/delegation-routes.ts'
import { emailChangeConstraints } from './email-changes/email-change-queries.ts'
import { emailChangeRoutes } from './email-changes/email-change-routes.ts'
import { ExportQueue } from './exports/export-queue.ts'
import { exportRoutes } from './exports/export-routes.ts'
import { factorConstraints } from './factors/factor-queries.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import { federationRoutes } from './federation/federation-routes.ts'
import { ProviderSignOut } from './federation/provider-sign-out.ts'
import { functionConstraints } from './catalogue/function-queries.ts'
import { functionRoutes } from './catalogue/function-routes.ts'
import { homeRoutes } from './home/home-routes.ts'
import { importRoutes } from './imports/import-routes.ts'
import { listViewConstraints } from './list-views/list-view-queries.ts'
import { listViewRoutes } from './list-views/list-view-routes.ts'
import { lockRoutes } from './rate-limits/lock-routes.ts'
import { networkLockRoutes } from './rate-limits/network-lock-routes.ts'
import { messageRoutes } from './outbox/message-routes.ts'
import { moduleConstraints } from './catalogue/module-queries.ts'
import { moduleRoutes } from './catalogue/module-routes.ts'
import { moduleSecretConstraints } from './catalogue/module-secret-queries.ts'
import { moduleSecretRoutes } from './catalogue/module-secret-routes.ts'
import type { Dependencies } from './parts.ts'
import { accessReviewRoutes } from './access-reviews/access-review-routes.ts'
import { operatorRoutes } from './operators/operator-routes.ts'
import { passkeyConstraints } from './passkeys/passkey-queries.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { passwordRoutes } from './passwords/password-routes.ts'
import { loosePlanConstraints } from './plans/loose-plan-queries.ts'
import { planCompanyConstraints } from './plans/plan-company-queries.ts'
import { planModuleConstraints } from './plans/plan-module-queries.ts'
import { planConstraints } from './plans/plan-queries.ts'
import { planRoutes } from './plans/plan-routes.ts'
import { dataRequestConstraints } from './privacy/data-request-queries.ts'
import { dataRequestRoutes } from './privacy/data-request-routes.ts'
import { erasureRoutes } from './privacy/erasure-routes.ts'
import { myDataRoutes } from './privacy/my-data-routes.ts'
import { profileFunctionConstraints } from './profiles/profile-function-queries.ts'
import { profileFunctionRoutes } from './profiles/profile-function-routes.ts'
import { profileConstraints } from './profiles/profile-queries.ts'
import { profileRoutes } from './profiles/profile-routes.ts'
import { recoveryRoutes } from './recoveries/recovery-routes.ts'
import { seatConstraints } from './plans/seat-queries.ts'
import { seatRoutes } from './plans/seat-routes.ts'
import { separationRuleConstraints } from './separation-rules/separation-rule-queries.ts'
import { separationRuleRoutes } from './separation-rules/separation-rule-routes.ts'
import { serviceConstraints } from './catalogue/service-queries.ts'
import { serviceRoutes } from './catalogue/service-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { auditRoutes } from './audit-list/audit-routes.ts'
import { userProfileConstraints } from './user-profiles/user-profile-queries.ts'
import { userProfileRoutes } from './user-profiles/user-profile-routes.ts'
import { userExportRoutes } from './users/user-export.ts'
import { userConstraints } from './users/user-queries.ts'
import { userRoutes } from './users/user-routes.ts'

/** Returns a handler for every operation of the contract; a missing one is a type error. */
export function handlersOf(parts: Dependencies): Handlers<Api> {
  // Shared by all exports: a user may run one at a time.
  const exportQueue = new ExportQueue()
  // Shared by all previews: a user may run one at a time.
  const previews = new PreviewQueue()
  const writes: Omit<Handlers<typeof resources>, keyof typeof accessEffect> = {
    ...signInRoutes(parts),
    ...passwordRoutes(parts),
    ...passkeyRoutes(parts),
    ...factorRoutes(parts),
    ...recoveryRoutes(parts),
    ...captchaRoutes(parts),
    ...confirmationRoutes(parts),
    ...federationRoutes(parts),
    ...sessionRoutes({ ...parts, signOut: new ProviderSignOut(parts) }),
    ...accessRoutes(parts),
    ...moduleFavouriteRoutes(parts),
    ...listViewRoutes(parts),
    ...serviceRoutes,
    ...moduleRoutes(parts),
    ...moduleSecretRoutes(parts),
    ...functionRoutes,
    ...actionRoutes,
    ...profileRoutes,
    ...profileFunctionRoutes,
    ...companyRoutes(parts),
    ...planRoutes,
    ...seatRoutes,
    ...importRoutes(parts),
    ...userRoutes(parts),
    ...userExportRoutes(parts, exportQueue),
    ...emailChangeRoutes(parts),
    ...apiTokenRoutes(parts),
    ...userProfileRoutes(parts),
    ...delegationRoutes(parts),
    ...separationRuleRoutes,
    ...accessRequestRoutes(parts),
    ...operatorRoutes({ ...parts, constraintMeanings, previews }),
    ...lockRoutes(parts),
    ...networkLockRoutes(parts),
    ...messageRoutes,
    ...auditRoutes(parts, exportQueue),
    ...homeRoutes(parts),
    ...myDataRoutes(parts),
    ...dataRequestRoutes(parts),
    ...accessReviewRoutes(parts),
    ...erasureRoutes(parts),
  }
  const handlers = {
    ...writes,
    ...accessEffectRoutes({ ...parts, constraintMeanings, previews }, writes),
  }
  return { ...handlers, ...exportRoutes(parts, handlers, exportQueue) }
}

/** Meanings of violated constraints of all resources. */
export const constraintMeanings: ConstraintMeanings = {
  ...serviceConstraints,
  ...moduleConstraints,
  ...moduleSecretConstraints,
  ...functionConstraints,
  ...actionConstraints,
  ...profileConstraints,
  ...profileFunctionConstraints,
  ...companyConstraints,
  ...spidConstraints,
  ...planConstraints,
  ...planModuleConstraints,
  ...planCompanyConstraints,
  ...loosePlanConstraints,
  ...seatConstraints,
  ...userConstraints,
  ...passkeyConstraints,
  ...factorConstraints,
  ...emailChangeConstraints,
  ...apiTokenConstraints,
  ...userProfileConstraints,
  ...delegationConstraints,
  ...separationRuleConstraints,
  ...accessRequestConstraints,
  ...dataRequestConstraints,
  ...listViewConstraints,
}
