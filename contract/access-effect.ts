import { z } from 'zod'
import { actions } from './actions.ts'
import { companies } from './companies.ts'
import { companyUsers } from './company-users.ts'
import { defaultBodyLimit, type Endpoint, endpoint, type Grant, grantsFor } from './endpoint.ts'
import { id } from './fields.ts'
import { functions } from './functions.ts'
import { loosePlans } from './loose-plans.ts'
import { manyUsers } from './many-users.ts'
import { modules } from './modules.ts'
import { openApiSchemas } from './on-the-wire.ts'
import { planCompanies } from './plan-companies.ts'
import { planModules } from './plan-modules.ts'
import { plans } from './plans.ts'
import { profileFunctions } from './profile-functions.ts'
import { profiles } from './profiles.ts'
import { effectCountMax, effectRowsMax } from './seats.ts'
import { services } from './services.ts'
import { userProfiles } from './user-profiles.ts'
import { users } from './users.ts'

/** Writes that may change what users can access. `accessEffectForesee` previews them. */
export const previewableWrites = {
  serviceUpdate: services.serviceUpdate,
  moduleUpdate: modules.moduleUpdate,
  functionUpdate: functions.functionUpdate,
  actionUpdate: actions.actionUpdate,
  profileUpdate: profiles.profileUpdate,
  profileFunctionAdd: profileFunctions.profileFunctionAdd,
  profileFunctionRemove: profileFunctions.profileFunctionRemove,
  functionActionAdd: profileFunctions.functionActionAdd,
  functionActionRemove: profileFunctions.functionActionRemove,
  companyUpdate: companies.companyUpdate,
  companyUserUnlink: companyUsers.companyUserUnlink,
  planUpdate: plans.planUpdate,
  planModuleCreate: planModules.planModuleCreate,
  planModuleUpdate: planModules.planModuleUpdate,
  planModuleInactivate: planModules.planModuleInactivate,
  planCompanyAdd: planCompanies.planCompanyAdd,
  planCompanyRemove: planCompanies.planCompanyRemove,
  loosePlanCreate: loosePlans.loosePlanCreate,
  loosePlanUpdate: loosePlans.loosePlanUpdate,
  loosePlanInactivate: loosePlans.loosePlanInactivate,
  userProfileAdd: userProfiles.userProfileAdd,
  userProfileRemove: userProfiles.userProfileRemove,
  userProfileUpdate: userProfiles.userProfileUpdate,
  userBlock: users.userBlock,
  userDelete: users.userDelete,
  userActivate: users.userActivate,
  userBlockMany: manyUsers.userBlockMany,
  userDeleteMany: manyUsers.userDeleteMany,
}

export type Previewable = keyof typeof previewableWrites

const operations = Object.keys(previewableWrites) as [Previewable, ...Previewable[]]
const endpoints: readonly Endpoint[] = Object.values(previewableWrites)

/**
 * A caller with the grant of any previewable write may call the endpoint. The server then also checks the grant of the
 * write that the caller wants to preview.
 */
const access: readonly Grant[] = endpoints.flatMap(({ access: of }) =>
  typeof of === 'string' ? [] : grantsFor(of),
)

const named = z.object({ id, name: z.string() })
const count = z.int().min(0).max(effectCountMax)
/** Count that is exact up to `effectCountMax`; `more` is true beyond that. */
const bounded = z.object({ count, more: z.boolean() })

const effect = z.object({
  /** Error that the write would return now; null if it would succeed. A refused write changes nothing. */
  refused: z
    .object({
      code: z.string(),
      message: z.string(),
      /** Field errors, as the write returns them. */
      fields: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
  /** Users whose access changes. */
  people: bounded,
  /** Users who lose access and users who gain access; a user can be in both. */
  losing: bounded,
  gaining: bounded,
  /**
   * Changes of access, sorted by number of users, highest first. Each concerns a module in a company, a SPID of it, a
   * function or an action. Implied changes are left out: a user who loses a module also loses its functions, so only
   * the module is listed.
   */
  rows: z
    .array(
      z.object({
        company: named,
        module: named,
        spid: z.string().nullable(),
        function: named.nullable(),
        action: named.nullable(),
        losing: count,
        gaining: count,
      }),
    )
    .max(effectRowsMax),
  /** True if there are more changes than `rows` contains. */
  more_rows: z.boolean(),
})

export type AccessEffect = z.output<typeof effect>

/** Preview of the effect of a write on users' access (decision 30). An addition to the specification. */
export const accessEffect = {
  accessEffectForesee: endpoint({
    method: 'POST',
    path: '/access-effect',
    summary:
      'Previews how a write would change what users can access. The server makes the write, compares access before and after, and rolls it back. Takes at most a second: 503 if it cannot run now, which does not prevent the write.',
    access,
    refusesApiTokens: true,
    audit: 'none',
    body: z.strictObject({
      /** Operation name in the contract and in the OpenAPI document, such as `userProfileAdd`. */
      operation: z.enum(operations),
      /** Path parameters of the write. */
      params: z.record(z.string().max(30), z.string().max(30)).default({}),
      /** Body of the write. */
      body: z
        .unknown()
        .register(openApiSchemas, { description: 'Same body as that of the write.' })
        .optional(),
    }),
    bodyLimit: Math.max(...endpoints.map(({ bodyLimit = defaultBodyLimit }) => bodyLimit)) + 512,
    success: effect,
    problems: [],
  }),
}
