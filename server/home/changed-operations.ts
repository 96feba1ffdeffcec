import { api, type Api, type Operation } from '../../contract/api.ts'
import { type Endpoint, eventOf } from '../../contract/endpoint.ts'
import { screenKinds } from '../../contract/record-kinds.ts'

type AuditedOperation = {
  [K in Operation]: Api[K]['audit'] extends 'none' ? never : K
}[Operation]

/** Other operations that HOME shows as changes, besides those that create and update records with screens. */
const otherChanges: readonly AuditedOperation[] = [
  'userInvite',
  'userBlock',
  'userDelete',
  'userActivate',
  'userResetPassword',
  'companyUserLink',
  'companyUserUnlink',
  'userProfileAdd',
  'userProfileRemove',
  'profileFunctionAdd',
  'profileFunctionRemove',
  'operatorCreate',
  'planCompanyAdd',
  'planCompanyRemove',
  'planModuleCreate',
  'moduleSecretCreate',
  'moduleSecretRetire',
  'userProfileUpdate',
  'delegationCreate',
  'delegationCreateOfMaster',
  'delegationRemove',
  'planModuleUpdate',
  'planModuleInactivate',
  'functionActionAdd',
  'functionActionRemove',
  'companyLogoUpdate',
  'companyLogoDelete',
  'moduleLogoUpdate',
  'moduleLogoDelete',
]

const savedEvents: ReadonlySet<string> = new Set(
  screenKinds.flatMap((kind) => [`${kind}.created`, `${kind}.updated`]),
)
const saves = Object.entries<Endpoint>(api).flatMap(([operation, endpoint]) =>
  savedEvents.has(eventOf(endpoint)) ? [operation] : [],
)

/** Operations that HOME shows as changes. */
export const changedOperations: readonly string[] = [...saves, ...otherChanges]
