import { z } from 'zod'
import type { Operation } from './api.ts'
import type { ScreenPath } from './screens.ts'

/** Kinds of records whose changes HOME shows. */
export const changedKind = z.enum([
  'user',
  'profile',
  'company',
  'plan',
  'service',
  'module',
  'function',
  'action',
])
export type ChangedKind = z.output<typeof changedKind>

/** The screen that opens a record of each kind. */
export const changeScreens: Readonly<Record<ChangedKind, ScreenPath>> = {
  user: '/user-edit',
  profile: '/profile-edit',
  company: '/company-form',
  plan: '/plan-form',
  service: '/service-form',
  module: '/module-edit',
  function: '/function-edit',
  action: '/action-form',
}

/** Operations that HOME shows as changes. */
export const changedOperations: readonly Operation[] = [
  'userCreate',
  'userUpdate',
  'userInvite',
  'userBlock',
  'userDelete',
  'userActivate',
  'userResetPassword',
  'companyUserLink',
  'companyUserUnlink',
  'userProfileAdd',
  'userProfileRemove',
  'profileCreate',
  'profileUpdate',
  'profileFunctionAdd',
  'profileFunctionRemove',
  'companyCreate',
  'companyUpdate',
  'operatorCreate',
  'planCreate',
  'planUpdate',
  'planCompanyAdd',
  'planCompanyRemove',
  'planModuleCreate',
  'serviceCreate',
  'serviceUpdate',
  'moduleCreate',
  'moduleUpdate',
  'moduleSecretCreate',
  'moduleSecretRetire',
  'functionCreate',
  'functionUpdate',
  'actionCreate',
  'actionUpdate',
]
