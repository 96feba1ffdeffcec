import { type RawBuilder, sql } from 'kysely'
import type { previewableWrites, Previewable } from '../../contract/access-effect.ts'
import type { BodyOf, ParamsOf } from '../../contract/endpoint.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'

/**
 * Users that a write may affect: named users, and holders of profiles that match a condition on `h` (user_id,
 * profile_id, company_id). May include unaffected users, which only costs time. Must never omit an affected one.
 */
export interface AffectedUsers {
  people?: readonly number[]
  holders?: RawBuilder<boolean>
}

interface Input<O extends Previewable> {
  params: ParamsOf<(typeof previewableWrites)[O]>
  body: BodyOf<(typeof previewableWrites)[O]>
}

/** For each write that can be previewed, the users that it may affect. A missing entry is a type error. */
export const affectedBy: { [O in Previewable]: (input: Input<O>, scope: Scope) => AffectedUsers } =
  {
    serviceUpdate: ({ params }) =>
      ofModules(sql`select id from modules where service_id = ${params.id}`),
    moduleUpdate: ({ params }) => ofModules(sql`select ${params.id}::integer`),
    functionUpdate: ({ params }) => ofFunctions(sql`select ${params.id}::integer`),
    actionUpdate: ({ params }) =>
      ofFunctions(sql`select function_id from actions where id = ${params.id}`),
    profileUpdate: ({ params }) => ofProfile(params.id),
    profileFunctionAdd: ({ body }) => ofProfile(body.profile_id),
    profileFunctionRemove: ({ body }) => ofProfile(body.profile_id),
    functionActionAdd: ({ body }) => ofProfile(body.profile_id),
    functionActionRemove: ({ body }) => ofProfile(body.profile_id),
    companyUpdate: ({ params }) => ofCompanies(sql`select ${params.id}::integer`),
    companyUserUnlink: ({ body }) => ({
      people: [body.user_id],
      holders: borrowers(sql`select ${body.user_id}::integer`),
    }),
    planUpdate: ({ params }) => ofPlan(params.id),
    planModuleCreate: ({ body }) =>
      inBoth(ofCompanies(companiesOf(body.plan_id)), ofModules(listOf(body.module_id))),
    planModuleUpdate: ({ params }) =>
      inBoth(ofCompanies(companiesOf(params.a)), ofModules(sql`select ${params.b}::integer`)),
    planModuleInactivate: ({ params }) => {
      const link = sql`plan_modules where id = ${params.planModuleId}`
      return inBoth(
        ofCompanies(
          sql`select company_id from plan_companies where plan_id = (select plan_id from ${link})`,
        ),
        ofModules(sql`select module_id from ${link}`),
      )
    },
    planCompanyAdd: ({ body }) => ofPlanFor(body),
    planCompanyRemove: ({ body }) => ofPlanFor(body),
    loosePlanCreate: ({ body }) =>
      inBoth(
        ofCompanies(sql`select ${body.company_id}::integer`),
        ofModules(sql`select ${body.module_id}::integer`),
      ),
    loosePlanUpdate: ({ params }) => ofLoosePlan(params.a),
    loosePlanInactivate: ({ params }) => ofLoosePlan(params.id),
    userProfileAdd: ({ body }) => named(body),
    userProfileRemove: ({ body }) => taking(body),
    userProfileUpdate: ({ body }) => ({
      ...taking(body.taken),
      ...named([...body.taken, ...body.given]),
    }),
    userBlock: ({ body }, scope) => ({ holders: isOneOf(personOf(body.email, scope)) }),
    userDelete: ({ body }, scope) => {
      const person = personOf(body.email, scope)
      return { holders: sql<boolean>`(${isOneOf(person)} or ${borrowers(person)})` }
    },
    userActivate: ({ body }) => ({ people: [body.id] }),
    userBlockMany: ({ body }) => ({ people: body.user_id }),
    userDeleteMany: ({ body }) => ({
      people: body.user_id,
      holders: borrowers(listOf(body.user_id)),
    }),
  }

const named = (rows: readonly UserProfile[]): AffectedUsers => ({
  people: [...new Set(rows.map(({ user_id }) => user_id))],
})

/** The users who lose these profiles, and the borrowers of the profiles, whose delegations end with them. */
const taking = (rows: readonly UserProfile[]): AffectedUsers => ({
  ...named(rows),
  holders: borrowers(listOf(rows.map(({ user_id }) => user_id))),
})

/** Selects only visible users. Otherwise the duration of a preview would reveal whether an e-mail exists. */
const personOf = (email: string, scope: Scope) =>
  sql`select users.id from users where users.email = ${email} and ${userInScope(scope)}`

/**
 * Condition: the holder is one of these users. Users without a profile can be ignored, because they have no access to
 * lose.
 */
const isOneOf = (people: RawBuilder<unknown>) => sql<boolean>`h.user_id in (${people})`

/** Users who borrow from these lenders: their delegations end with the lender's access. */
const borrowers = (lenders: RawBuilder<unknown>): RawBuilder<boolean> =>
  isOneOf(
    sql`select d.user_id from delegations d where d.closed_at is null and d.delegated_by in (${lenders})`,
  )

const listOf = (ids: readonly number[]) => sql`select unnest(${[...ids]}::integer[])`

const ofProfile = (id: number): AffectedUsers => ({ holders: sql<boolean>`h.profile_id = ${id}` })

const ofCompanies = (companies: RawBuilder<unknown>): AffectedUsers => ({
  holders: sql<boolean>`h.company_id in (${companies})`,
})

const ofModules = (modules: RawBuilder<unknown>): AffectedUsers => ({
  holders: sql<boolean>`h.profile_id in (select id from profiles where module_id in (${modules}))`,
})

/**
 * Condition: the holder has a profile with one of these functions. The profile may be of any module, because profiles
 * of every module can contain functions of the common module.
 */
const ofFunctions = (functions: RawBuilder<unknown>): AffectedUsers => ({
  holders: sql<boolean>`h.profile_id in (select profile_id from function_links where function_id in (${functions}))`,
})

const companiesOf = (planId: number) =>
  sql`select company_id from plan_companies where plan_id = ${planId}`
const modulesOf = (planId: number) =>
  sql`select module_id from plan_modules where plan_id = ${planId}`

const ofPlan = (id: number): AffectedUsers =>
  inBoth(ofCompanies(companiesOf(id)), ofModules(modulesOf(id)))

const ofPlanFor = ({ plan_id, company_id }: { plan_id: number; company_id: readonly number[] }) =>
  inBoth(ofCompanies(listOf(company_id)), ofModules(modulesOf(plan_id)))

const ofLoosePlan = (id: number): AffectedUsers =>
  inBoth(
    ofCompanies(sql`select company_id from loose_plans where id = ${id}`),
    ofModules(sql`select module_id from loose_plans where id = ${id}`),
  )

function inBoth({ holders: one }: AffectedUsers, { holders: other }: AffectedUsers): AffectedUsers {
  return { holders: sql<boolean>`(${one ?? sql`true`} and ${other ?? sql`true`})` }
}
