import type { ExportOperation, Operation } from '../../contract/api.ts'
import type { Samples } from './sample.ts'
import { accessEffectSamples } from './samples-access-effect.ts'
import { apiTokenSamples } from './samples-api-tokens.ts'
import { catalogueSamples } from './samples-catalogue.ts'
import { companySamples } from './samples-companies.ts'
import { delegationSamples } from './samples-delegations.ts'
import { exportSamplesOf } from './samples-exports.ts'
import { functionSamples } from './samples-functions.ts'
import { homeSamples } from './samples-home.ts'
import { importSamples } from './samples-imports.ts'
import { operatingSamples } from './samples-operating.ts'
import { manyUserSamples } from './samples-many-users.ts'
import { operatorSamples } from './samples-operators.ts'
import { passwordSamples } from './samples-passwords.ts'
import { loosePlanSamples } from './samples-loose-plans.ts'
import { planSamples } from './samples-plans.ts'
import { privacySamples } from './samples-privacy.ts'
import { profileSamples } from './samples-profiles.ts'
import { seatSamples } from './samples-seats.ts'
import { sessionSamples } from './samples-sessions.ts'
import { signInSamples } from './samples-sign-in.ts'
import { trailSamples } from './samples-trail.ts'
import { userSamples } from './samples-users.ts'
import { userProfileSamples } from './samples-user-profiles.ts'

const resourceSamples: Samples<Exclude<Operation, ExportOperation>> = {
  ...catalogueSamples,
  ...functionSamples,
  ...profileSamples,
  ...companySamples,
  ...planSamples,
  ...loosePlanSamples,
  ...seatSamples,
  ...importSamples,
  ...userProfileSamples,
  ...delegationSamples,
  ...accessEffectSamples,
  ...operatorSamples,
  ...operatingSamples,
  ...privacySamples,
  ...signInSamples,
  ...passwordSamples,
  ...sessionSamples,
  ...userSamples,
  ...apiTokenSamples,
  ...manyUserSamples,
  ...trailSamples,
  ...homeSamples,
}

/**
 * A sample for every endpoint there is: whoever declares one says here how it is called, or it does not compile. The tests
 * of `every-endpoint` are made from this table and the contract.
 */
export const samples: Samples<Operation> = {
  ...resourceSamples,
  ...exportSamplesOf(resourceSamples),
}
