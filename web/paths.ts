import { linkOptions } from '@tanstack/react-router'
import type { DataRequestFilter } from '../contract/data-requests.ts'
import type { PendingMatter } from '../contract/user-search.ts'
import type { HelpPath } from '../contract/help-pages.ts'
import { recordKinds, type ScreenKind } from '../contract/record-kinds.ts'
import type { ScreenPath } from '../contract/screens.ts'

/** Tabs of a user's record. */
export const userTabs = ['summary', 'access', 'security', 'history'] as const
type UserTab = (typeof userTabs)[number]

/** Tabs of a company's record. */
export const companyTabs = ['summary', 'people', 'seats', 'delegations', 'history'] as const
type CompanyTab = (typeof companyTabs)[number]

/** Tabs of a profile's record. */
export const profileTabs = ['summary', 'people', 'functions', 'history'] as const
type ProfileTab = (typeof profileTabs)[number]

/** Tabs of a plan's record. */
export const planTabs = ['summary', 'modules', 'companies', 'history'] as const
type PlanTab = (typeof planTabs)[number]

/** Tabs of a module's record. */
export const moduleTabs = [
  'summary',
  'functions',
  'profiles',
  'plans',
  'companies',
  'history',
] as const
type ModuleTab = (typeof moduleTabs)[number]

/** Tabs of a rule of separation of duties. */
export const separationRuleTabs = ['summary', 'violations', 'history'] as const
type SeparationRuleTab = (typeof separationRuleTabs)[number]

/** Number of seats that 'Aumentar' adds; the form can change it. */
const moreSeats = 5

interface SeatsOfPlace {
  company: { id: number }
  module: { id: number }
  loose_plan: { id: number } | null
}

/** All links of the web are made by these functions, so that each URL is defined in one place. */

export const toSignIn = (
  state: {
    returnTo?: string | undefined
    returnToUser?: number | undefined
    typedEmail?: string | undefined
    recovering?: boolean | undefined
    passwordSet?: boolean | undefined
  } = {},
) => linkOptions({ to: '/auth', state })
export const toSignOut = () => linkOptions({ to: '/logout' })
export const toAccessPage = (
  state: { returnTo?: string | undefined; justSignedIn?: boolean | undefined } = {},
) => linkOptions({ to: '/access-page', state })
export const toResetPassword = () => linkOptions({ to: '/reset_password' })
export const toHome = () => linkOptions({ to: '/home' })
export const toStatus = () => linkOptions({ to: '/status' })
export const toSessions = () => linkOptions({ to: '/sessions' })
export const toCompanyInvitations = () => linkOptions({ to: '/company-invitations' })
export const toMyAccount = () => linkOptions({ to: '/my-account' })
export const toMyData = () => linkOptions({ to: '/my-data' })
/** 'NÃO AUTORIZADO', with the screen that was refused. */
export const toUnallowed = (refused?: { path: ScreenPath; address: string }) =>
  linkOptions({ to: '/unallowed', state: { refused } })
/** A page of the help; by default its index. */
export const toHelp = (page: HelpPath = '/ajuda') => linkOptions({ to: page })

export const toCompanyList = () => linkOptions({ to: '/company-list' })
/** The form of a new company, or of an existing one, as specified. */
export const toCompanyForm = (id?: number) => linkOptions({ to: '/company-form', search: { id } })
/** The record of a company; without `tab` its facts. */
export const toCompanyRecord = (id: number, tab: CompanyTab = 'summary') =>
  linkOptions({ to: '/company-form', search: { id, tab } })
/** The form of a company, which returns to the record. */
export const toCompanyEditFromRecord = (id: number) =>
  linkOptions({ to: '/company-form', search: { id }, state: { fromRecord: true } })
export const toOperatorCreate = () => linkOptions({ to: '/operator-create' })
export const toCompanyImport = () => linkOptions({ to: '/company-import' })
export const toModuleList = (serviceId: number) =>
  linkOptions({ to: '/module-list', search: { serviceId } })
/** Active modules of all services whose secrets need attention, as counted on HOME. */
export const toModulesWithSecretDue = () =>
  linkOptions({ to: '/module-list', search: { status: 1, secret_due: 1 } })
export const toModuleCreate = (serviceId: number) =>
  linkOptions({ to: '/module-create', search: { serviceId } })
/** The form of a module, as specified. */
export const toModuleEdit = (id: number, serviceId: number) =>
  linkOptions({ to: '/module-edit', search: { id, serviceId } })
/** The record of a module; without `tab` its facts. */
export const toModuleRecord = (id: number, serviceId: number, tab: ModuleTab = 'summary') =>
  linkOptions({ to: '/module-edit', search: { id, serviceId, tab } })
/** The form of a module, which returns to the record. */
export const toModuleEditFromRecord = (id: number, serviceId: number) =>
  linkOptions({ to: '/module-edit', search: { id, serviceId }, state: { fromRecord: true } })
export const toSecretManagement = (moduleId: number, serviceId: number) =>
  linkOptions({ to: '/secret-management', search: { moduleId, serviceId } })
export const toFunctionList = () => linkOptions({ to: '/function-list' })
export const toFunctionsOfModule = (module_id: number) =>
  linkOptions({ to: '/function-list', search: { module_id } })
export const toFunctionCreate = () => linkOptions({ to: '/function-create' })
export const toFunctionEdit = (id: number) => linkOptions({ to: '/function-edit', search: { id } })
export const toActionList = (functionId: number) =>
  linkOptions({ to: '/action-list', search: { functionId } })
export const toActionForm = (search: { actionId?: number; functionId: number }) =>
  linkOptions({ to: '/action-form', search })
export const toProfileList = () => linkOptions({ to: '/profile-list' })
export const toProfilesOfModule = (module_id: number) =>
  linkOptions({ to: '/profile-list', search: { module_id } })
export const toProfilesOfCompany = (accredit_id: number) =>
  linkOptions({ to: '/profile-list', search: { accredit_id } })
export const toProfileCreate = () => linkOptions({ to: '/profile-create' })
/** The form of a profile, as specified. */
export const toProfileEdit = (id: number) => linkOptions({ to: '/profile-edit', search: { id } })
/** The record of a profile; without `tab` its facts. */
export const toProfileRecord = (id: number, tab: ProfileTab = 'summary') =>
  linkOptions({ to: '/profile-edit', search: { id, tab } })
/** The form of a profile, which returns to the record. */
export const toProfileEditFromRecord = (id: number) =>
  linkOptions({ to: '/profile-edit', search: { id }, state: { fromRecord: true } })
export const toProfileEditFunction = (id: number) =>
  linkOptions({ to: '/profile-edit-function', search: { id } })
export const toPlanList = () => linkOptions({ to: '/plan-list' })
/** The form of a new plan, or of an existing one, as specified. */
export const toPlanForm = (id?: number) => linkOptions({ to: '/plan-form', search: { id } })
/** The record of a plan; without `tab` its facts. */
export const toPlanRecord = (id: number, tab: PlanTab = 'summary') =>
  linkOptions({ to: '/plan-form', search: { id, tab } })
/** The form of a plan, which returns to the record. */
export const toPlanEditFromRecord = (id: number) =>
  linkOptions({ to: '/plan-form', search: { id }, state: { fromRecord: true } })
export const toPlanModules = (planId: number) =>
  linkOptions({ to: '/plan-module-manager', search: { planId } })
export const toPlanModuleForm = (planId: number, moduleId?: number) =>
  linkOptions({ to: '/plan-module-manager-form', search: { planId, moduleId } })
export const toPlanCompanies = (planId: number) =>
  linkOptions({ to: '/plan-company-manager', search: { planId } })
export const toLoosePlanList = () => linkOptions({ to: '/plan-loose' })
export const toLoosePlanCreate = () => linkOptions({ to: '/plan-loose-form' })
/** The form of a place's loose plan, existing or new, with more seats already filled in. */
export const toMoreSeats = ({ company, module, loose_plan }: SeatsOfPlace) =>
  linkOptions({
    to: '/plan-loose-form',
    search: {
      ...(loose_plan ? { id: loose_plan.id } : { companyId: company.id }),
      moduleId: module.id,
      add: moreSeats,
    },
  })
export const toLoosePlanEdit = (id: number, moduleId: number) =>
  linkOptions({ to: '/plan-loose-form', search: { id, moduleId } })
export const toLoosePlanImport = () => linkOptions({ to: '/plan-loose-import' })
export const toUserList = () => linkOptions({ to: '/user-list' })
/** Active users who signed in once but not in the last 90 days, as counted on HOME. */
export const toUserListWithoutAccess = () =>
  linkOptions({ to: '/user-list', search: { status: 2, no_access: 1, invited: 0 } })
/** Active users without a second factor of their own, as counted on HOME. */
export const toUserListWithoutFactor = () =>
  linkOptions({ to: '/user-list', search: { no_factor: 1 } })
/** Modules that are nearly full or over their limit, as counted on HOME. */
export const toNearlyFullSeats = () => linkOptions({ to: '/user-seats', search: { nearlyFull: 1 } })
/** Users with this pending matter, as counted on HOME; those with an invitation in order of its age. */
export const toUserListPending = (pending: PendingMatter) =>
  linkOptions({
    to: '/user-list',
    search: {
      pending,
      ...(pending === 'invitation' && ({ sort: 'created_at', order: 'asc' } as const)),
    },
  })
export const toUserImport = () => linkOptions({ to: '/user-import' })
export const toUsersOfCompany = (company_id: number) =>
  linkOptions({ to: '/user-list', search: { company_id } })
/** The user with this e-mail, in the list of the users that the caller sees. */
export const toUserWithEmail = (email: string) =>
  linkOptions({ to: '/user-list', search: { email } })
export const toUserCreate = () => linkOptions({ to: '/user-create' })
/** The form of a user, as specified. */
export const toUserEdit = (id: number) => linkOptions({ to: '/user-edit', search: { id } })
/** The record of a user; without `tab` its facts. */
export const toUserRecord = (id: number, tab: UserTab = 'summary') =>
  linkOptions({ to: '/user-edit', search: { id, tab } })
/** The form of a user, which returns to the record. */
export const toUserEditFromRecord = (id: number) =>
  linkOptions({ to: '/user-edit', search: { id }, state: { fromRecord: true } })
/** The record of a user, which asks whether to block the user. */
export const toBlockUser = (id: number) =>
  linkOptions({ to: '/user-edit', search: { id, tab: 'summary' }, state: { act: 'block' } })
/** 'Por quê?' about a user, with this module filled in. */
export const toWhy = (id: number, whyModule?: { id: number; name: string }) =>
  linkOptions({ to: '/user-edit', search: { id, tab: 'access' }, state: { whyModule } })
export const toUserEditProfile = (id: number) =>
  linkOptions({ to: '/user-edit-profile', search: { id } })
/** Seats of a company. Without `companyId`, those of the user's own company. With `module`, marks its row. */
export const toUserSeats = (companyId?: number, module?: number) =>
  linkOptions({ to: '/user-seats', search: { companyId, module } })
export const toTokenManagement = (id: number) =>
  linkOptions({ to: '/token-management', search: { id } })
export const toMasterDelegation = (companyId?: number) =>
  linkOptions({ to: '/master-delegation', search: { companyId } })
/** The form of a rule of separation of duties. */
export const toSeparationRuleForm = (id: number) =>
  linkOptions({ to: '/separation-rule-form', search: { id } })
/** The record of a rule; without `tab` its facts. */
export const toSeparationRuleRecord = (id: number, tab: SeparationRuleTab = 'summary') =>
  linkOptions({ to: '/separation-rule-form', search: { id, tab } })
/** The form of a rule, which returns to the record. */
export const toSeparationRuleEditFromRecord = (id: number) =>
  linkOptions({ to: '/separation-rule-form', search: { id }, state: { fromRecord: true } })
export const toMessageList = () => linkOptions({ to: '/message-list' })
/** Messages that do not reach their destination, as counted on HOME. */
export const toFailedMessages = () =>
  linkOptions({ to: '/message-list', search: { state: 'failed' } })
/** The audit log without reads, sign-ins and confirmations. */
export const toAuditList = () => linkOptions({ to: '/audit-list', search: { only: 'changes' } })
/** Audit events of one record: `service:12`. */
export const toHistoryOf = (record: string) =>
  linkOptions({ to: '/audit-list', search: { record } })
/** The sub-events of one audit event. */
export const toPartsOf = (part_of: number) =>
  linkOptions({ to: '/audit-list', search: { part_of } })
/** Networks with the most failures first. */
export const toNetworkList = () =>
  linkOptions({ to: '/network-list', search: { sort: 'failures', order: 'desc' } })
/** Networks that are rate-limited now, as counted on HOME; those with the most failures first. */
export const toSlowedNetworks = () =>
  linkOptions({ to: '/network-list', search: { slowed: 1, sort: 'failures', order: 'desc' } })

export const toDataRequestList = () => linkOptions({ to: '/data-request-list' })
/** Data requests in one state, or due soon. */
export const toDataRequestsBy = (state: DataRequestFilter) =>
  linkOptions({ to: '/data-request-list', search: { state } })
export const toDataRequestForm = (id: number) =>
  linkOptions({ to: '/data-request-form', search: { id } })
export const toReviewList = () => linkOptions({ to: '/review-list' })
export const toReviewCreate = () => linkOptions({ to: '/review-create' })
export const toReview = (id: number) => linkOptions({ to: '/review-form', search: { id } })
export const toRequestList = () => linkOptions({ to: '/request-list' })
/** Requests for access that wait for a decision of the user, as counted on HOME. */
export const toRequestsAwaitingMe = () =>
  linkOptions({ to: '/request-list', search: { awaits_me: 1 } })
export const toRequestForm = (id: number) => linkOptions({ to: '/request-form', search: { id } })
export const toErasureList = () => linkOptions({ to: '/erasure-list' })
export const toErasureForm = (id: number) => linkOptions({ to: '/erasure-form', search: { id } })

/** A URL of this site with its query, as accepted by `ownAddress`. */
export const toAddress = (href: string, state: { justSignedIn?: boolean } = {}) => ({ href, state })

/** A screen by its path, such as a menu item or a step of the breadcrumb. */
export const toScreen = (path: string, search: object = {}) => linkOptions({ to: path, search })

/** Kinds of records with this field in `recordKinds`. */
type KindsWith<Field extends string> = {
  [K in ScreenKind]: (typeof recordKinds)[K] extends Record<Field, unknown> ? K : never
}[ScreenKind]

/** The list of a kind of record, by its path in `recordKinds`. */
export const toListOf = (kind: ScreenKind) => linkOptions({ to: recordKinds[kind].list })
/** The form of a record whose URL contains only `id`. */
export const toFormOf = (kind: Exclude<ScreenKind, KindsWith<'owner'>>, id: number) =>
  linkOptions({ to: recordKinds[kind].form, search: { id } })
/** The form for a new record. */
export const toNewOf = (kind: KindsWith<'create'>) =>
  linkOptions({ to: recordKinds[kind].create.form })
