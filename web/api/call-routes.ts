import { api, type Operation } from '../../contract/api.ts'
import { isRead, type Endpoint, type Method } from '../../contract/endpoint.ts'

/**
 * The part of an endpoint declaration that is needed to call it. Flags that do not apply are absent, because every page
 * loads the table.
 */
export interface CallRoute {
  method: Method
  /** Path without `/api`, with parameters in braces. */
  path: `/${string}`
  /** The operation is called without a token. */
  public?: true
  captcha?: true
  /** The call may change data. */
  writes?: true
  /** The body is a file. */
  upload?: true
}

const routeOf = ({ method, path, access, captcha, upload, audit }: Endpoint): CallRoute => ({
  method,
  path,
  ...(access === 'public' && { public: true }),
  ...(captcha && { captcha: true }),
  ...(!isRead({ audit }) && { writes: true }),
  ...(upload && { upload: true }),
})

/** Route of every operation. */
// The cast restores the operation names that `Object.fromEntries` loses.
export const callRoutes = Object.fromEntries(
  Object.entries<Endpoint>(api).map(([operation, declared]) => [operation, routeOf(declared)]),
) as Record<Operation, CallRoute>
