import type { ExportOperation, Operation } from '../../../contract/api.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import { accessEffectFixtures } from './access-effect.ts'
import { apiTokenFixtures } from './api-tokens.ts'
import { catalogueFixtures } from './catalogue.ts'
import { companyFixtures } from './companies.ts'
import { delegationFixtures } from './delegations.ts'
import { exportFixturesOf } from './exports.ts'
import { functionFixtures } from './functions.ts'
import { homeFixtures } from './home.ts'
import { importFixtures } from './imports.ts'
import { operatingFixtures } from './operating.ts'
import { manyUserFixtures } from './many-users.ts'
import { operatorFixtures } from './operators.ts'
import { passwordFixtures } from './passwords.ts'
import { loosePlanFixtures } from './loose-plans.ts'
import { planFixtures } from './plans.ts'
import { privacyFixtures } from './privacy.ts'
import { profileFixtures } from './profiles.ts'
import { seatFixtures } from './seats.ts'
import { sessionFixtures } from './sessions.ts'
import { signInFixtures } from './sign-in.ts'
import { auditLogFixtures } from './audit-log.ts'
import { userFixtures } from './users.ts'
import { userProfileFixtures } from './user-profiles.ts'

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
  ...accessEffectFixtures,
  ...operatorFixtures,
  ...operatingFixtures,
  ...privacyFixtures,
  ...signInFixtures,
  ...passwordFixtures,
  ...sessionFixtures,
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
