import { api } from '../../contract/api.ts'
import { type Access, type Endpoint, isRead } from '../../contract/endpoint.ts'
import { supportWrites } from '../../contract/reader-profiles.ts'
import { type Extent, grantOpens, type Grants, type Opening } from '../binder/principal.ts'

/** What of an endpoint decides who may call it, and for which rows. */
export type Called = Pick<Endpoint, 'method' | 'path' | 'audit'>

type Granted = Exclude<Access, string>

const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

const writesOfSupport: ReadonlySet<string> = new Set(supportWrites.map((name) => callOf(api[name])))

/** What opens this call: all that is held opens a read, and what is held beside profiles 3 and 4 a write (rulings §11). */
export const openingFor = (grants: Grants, call: Called): Opening =>
  isRead(call) ? grants : grants.writing

/**
 * The rows beyond the own company that profiles 3 and 4 let this call reach; undefined where neither opens it by itself. An
 * administrator reaches all rows without them.
 */
export function extentOf(grants: Grants, access: Granted, call: Called): Extent | undefined {
  const { auditor, support, administrator } = grants
  if (administrator) return undefined
  const opens = (opening: Opening | undefined) =>
    opening !== undefined && grantOpens(opening, access, call)
  const reads = isRead(call)
  if (reads && opens(auditor)) return 'everything'
  if ((reads || writesOfSupport.has(callOf(call))) && opens(support)) return 'every-person'
  return undefined
}
