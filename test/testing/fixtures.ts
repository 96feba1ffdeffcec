import type { ExportOperation, Operation } from '../../contract/api.ts'
import type { EndpointFixtures } from './endpoint-fixtures/endpoint-fixture.ts'
import { accessReviewFixtures } from './endpoint-fixtures/access-reviews.ts'
import { accessRequestFixtures } from './endpoint-fixtures/access-requests.ts'
import { accessEffectFixtures } from './endpoint-fixtures/access-effect.ts'
import { apiTokenFixtures } from './endpoint-fixtures/api-tokens.ts'
import { catalogueFixtures } from './endpoint-fixtures/catalogue.ts'
import { companyFixtures } from './endpoint-fixtures/companies.ts'
import { delegationFixtures } from './endpoint-fixtures/delegations.ts'
import { emailChangeFixtures } from './endpoint-fixtures/email-changes.ts'
import { exportFixturesOf } from './endpoint-fixtures/exports.ts'
import { factorFixtures } from './endpoint-fixtures/factors.ts'
import { functionFixtures } from './endpoint-fixtures/functions.ts'
import { homeFixtures } from './endpoint-fixtures/home.ts'
import { importFixtures } from './endpoint-fixtures/imports.ts'
import { operatingFixtures } from './endpoint-fixtures/operating.ts'
import { manyUserFixtures } from './endpoint-fixtures/many-users.ts'
import { listViewFixtures } from './endpoint-fixtures/list-views.ts'
import { moduleFavouriteFixtures } from './endpoint-fixtures/module-favourites.ts'
import { operatorFixtures } from './endpoint-fixtures/operators.ts'
import { passwordFixtures } from './endpoint-fixtures/passwords.ts'
import { loosePlanFixtures } from './endpoint-fixtures/loose-plans.ts'
import { planFixtures } from './endpoint-fixtures/plans.ts'
import { privacyFixtures } from './endpoint-fixtures/privacy.ts'
import { profileFixtures } from './endpoint-fixtures/profiles.ts'
import { recoveryFixtures } from './endpoint-fixtures/recoveries.ts'
import { seatFixtures } from './endpoint-fixtures/seats.ts'
import { passkeyFixtures } from './endpoint-fixtures/passkeys.ts'
import { separationRuleFixtures } from './endpoint-fixtures/separation-rules.ts'
import { sessionFixtures } from './endpoint-fixtures/sessions.ts'
import { signInFixtures } from './endpoint-fixtures/sign-in.ts'
import { auditLogFixtures } from './endpoint-fixtures/audit-log.ts'
import { userFixtures } from './endpoint-fixtures/users.ts'
import { userProfileFixtures } from './endpoint-fixtures/user-profiles.ts'
import { accessReviewListFixtures } from './list-fixtures/access-reviews.ts'
import { accessRequestListFixtures } from './list-fixtures/access-requests.ts'
import { apiTokenListFixtures } from './list-fixtures/api-tokens.ts'
import { catalogueListFixtures } from './list-fixtures/catalogue.ts'
import { companyListFixtures } from './list-fixtures/companies.ts'
import { importListFixtures } from './list-fixtures/imports.ts'
import type { ListFixture, ListOperation } from './list-fixtures/list-fixture.ts'
import { operatingListFixtures } from './list-fixtures/operating.ts'
import { planListFixtures } from './list-fixtures/plans.ts'
import { privacyListFixtures } from './list-fixtures/privacy.ts'
import { separationRuleListFixtures } from './list-fixtures/separation-rules.ts'

const resourceFixtures: EndpointFixtures<Exclude<Operation, ExportOperation>> = {
  ...catalogueFixtures,
  ...functionFixtures,
  ...profileFixtures,
  ...companyFixtures,
  ...planFixtures,
  ...loosePlanFixtures,
  ...seatFixtures,
  ...importFixtures,
  ...userProfileFixtures,
  ...delegationFixtures,
  ...separationRuleFixtures,
  ...accessRequestFixtures,
  ...accessEffectFixtures,
  ...operatorFixtures,
  ...operatingFixtures,
  ...privacyFixtures,
  ...accessReviewFixtures,
  ...signInFixtures,
  ...passwordFixtures,
  ...passkeyFixtures,
  ...factorFixtures,
  ...emailChangeFixtures,
  ...recoveryFixtures,
  ...sessionFixtures,
  ...moduleFavouriteFixtures,
  ...listViewFixtures,
  ...userFixtures,
  ...apiTokenFixtures,
  ...manyUserFixtures,
  ...auditLogFixtures,
  ...homeFixtures,
}

/**
 * A fixture for every endpoint; a missing one does not compile. The tests of `every-endpoint` are generated from this
 * table and the contract.
 */
export const endpointFixtures: EndpointFixtures<Operation> = {
  ...resourceFixtures,
  ...exportFixturesOf(resourceFixtures),
}

/** A fixture for every list of the contract; a missing one does not compile. */
export const listFixtures: { [K in ListOperation]: ListFixture & { operation: K } } = {
  ...catalogueListFixtures,
  ...companyListFixtures,
  ...apiTokenListFixtures,
  ...planListFixtures,
  ...importListFixtures,
  ...operatingListFixtures,
  ...privacyListFixtures,
  ...separationRuleListFixtures,
  ...accessReviewListFixtures,
  ...accessRequestListFixtures,
}
