import { api, type Operation } from '../../contract/api.ts'
import { isRead, type Endpoint, type Method } from '../../contract/endpoint.ts'

/** The part of an endpoint declaration that is needed to call it. */
export interface CallRoute {
  method: Method
  /** Path without `/api`, with parameters in braces. */
  path: `/${string}`
  /** The operation is called without a token. */
  public: boolean
  captcha: boolean
  /** The call may change data. */
  writes: boolean
  /** The body is a file. */
  upload: boolean
}

const routeOf = ({ method, path, access, captcha, upload, audit }: Endpoint): CallRoute => ({
  method,
  path,
  public: access === 'public',
  captcha: captcha ?? false,
  writes: !isRead({ audit }),
  upload: upload !== undefined,
})

/** Route of every operation. */
// The cast restores the operation names that `Object.fromEntries` loses.
export const callRoutes = Object.fromEntries(
  Object.entries<Endpoint>(api).map(([operation, declared]) => [operation, routeOf(declared)]),
) as Record<Operation, CallRoute>
