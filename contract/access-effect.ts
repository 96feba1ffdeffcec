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
import { onTheWire } from './on-the-wire.ts'
import { planCompanies } from './plan-companies.ts'
import { planModules } from './plan-modules.ts'
import { plans } from './plans.ts'
import { profileFunctions } from './profile-functions.ts'
import { profiles } from './profiles.ts'
import { effectCountMax, effectRowsMax } from './seats.ts'
import { services } from './services.ts'
import { userProfiles } from './user-profiles.ts'
import { users } from './users.ts'

/** The writes that may change what people can do; each can be asked what it would change before it is made. */
export const foreseeable = {
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

export type Foreseeable = keyof typeof foreseeable

const operations = Object.keys(foreseeable) as [Foreseeable, ...Foreseeable[]]
const endpoints: readonly Endpoint[] = Object.values(foreseeable)

/** Whoever may make one of the writes may ask; the server asks for the grant of the one that is named. */
const access: readonly Grant[] = endpoints.flatMap(({ access: of }) =>
  typeof of === 'string' ? [] : grantsFor(of),
)

const named = z.object({ id, name: z.string() })
const count = z.int().min(0).max(effectCountMax)
/** Exact up to `effectCountMax`; `more` where there are more than that. */
const bounded = z.object({ count, more: z.boolean() })

const effect = z.object({
  /** Why the write itself would be refused as things are now; nothing would change then. */
  refused: z
    .object({
      code: z.string(),
      message: z.string(),
      /** As the write itself names what is wrong. */
      fields: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
  /** People for whom anything changes. */
  people: bounded,
  /** Those among them who lose something, and those who get something; some do both. */
  losing: bounded,
  gaining: bounded,
  /**
   * What they lose or get, what most lose first: entering a module in a company, entering it for a SPID, a function, an
   * action. What goes along with something larger isn't told: a module that is lost takes its functions with it.
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
  /** There are more rows than are told. */
  more_rows: z.boolean(),
})

export type AccessEffect = z.output<typeof effect>

/** What a write would change for people (decision 30). A call of our own: the specification has none. */
export const accessEffect = {
  accessEffectForesee: endpoint({
    method: 'POST',
    path: '/access-effect',
    summary:
      'What a write would change in what people may do, before it is made: it is made and taken back, and what decides is asked before and after.',
    access,
    audit: 'none',
    body: z.strictObject({
      /** Its name here and in this document: `userProfileAdd`. */
      operation: z.enum(operations),
      /** The values of its path. */
      params: z.record(z.string().max(30), z.string().max(30)).default({}),
      /** Its body. */
      body: z
        .unknown()
        .register(onTheWire, { description: 'As the write itself takes it.' })
        .optional(),
    }),
    bodyLimit: Math.max(...endpoints.map(({ bodyLimit = defaultBodyLimit }) => bodyLimit)) + 512,
    success: effect,
    problems: [],
  }),
}
