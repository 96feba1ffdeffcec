import { api } from '../../contract/api.ts'
import { type Access, type Endpoint, isRead } from '../../contract/endpoint.ts'
import { supportWrites } from '../../contract/reader-profiles.ts'
import {
  type ExtraScope,
  opensEndpoint,
  type Grants,
  type PermissionIndex,
} from '../pipeline/principal.ts'

/** The properties of an endpoint that decide on access and scope. */
export type Called = Pick<Endpoint, 'method' | 'path' | 'audit'>

type Granted = Exclude<Access, string>

const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

const writesOfSupport: ReadonlySet<string> = new Set(supportWrites.map((name) => callOf(api[name])))

/**
 * Returns the grants that count for this call (rulings §11). For a read all profiles count; for a write, profiles 3 and
 * 4 do not.
 */
export const permissionsFor = (grants: Grants, call: Called): PermissionIndex =>
  isRead(call) ? grants : grants.writing

/**
 * Returns which rows outside the caller's company profile 3 or 4 adds to this call. Undefined if neither profile grants
 * the call, and for administrators, who reach all rows anyway.
 */
export function extraScopeOf(
  grants: Grants,
  access: Granted,
  call: Called,
): ExtraScope | undefined {
  const { auditor, support, administrator } = grants
  if (administrator) return undefined
  const opens = (opening: PermissionIndex | undefined) =>
    opening !== undefined && opensEndpoint(opening, access, call)
  const reads = isRead(call)
  if (reads && opens(auditor)) return 'everything'
  if ((reads || writesOfSupport.has(callOf(call))) && opens(support)) return 'every-person'
  return undefined
}
