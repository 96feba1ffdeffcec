import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint, Method } from '../../contract/endpoint.ts'

/** What sending a call takes of the declaration of its endpoint. */
export interface CallRoute {
  method: Method
  /** The path without `/api`, its parameters in braces. */
  path: `/${string}`
  /** Whether it goes without a token. */
  public: boolean
  captcha: boolean
  /** Whether its body is a file. */
  upload: boolean
}

const routeOf = ({ method, path, access, captcha, upload }: Endpoint): CallRoute => ({
  method,
  path,
  public: access === 'public',
  captcha: captcha ?? false,
  upload: upload !== undefined,
})

/**
 * How every operation is sent. The build works this table out and puts it in place of the contract, whose schemas no call
 * needs (`scripts/reckon-tables.ts`, decision 37).
 */
// Its names are those of the contract, which `Object.fromEntries` can't tell.
export const callRoutes = Object.fromEntries(
  Object.entries<Endpoint>(api).map(([operation, declared]) => [operation, routeOf(declared)]),
) as Record<Operation, CallRoute>
