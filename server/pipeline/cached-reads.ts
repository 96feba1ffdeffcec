import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { defaultBodyLimit, type Endpoint } from '../../contract/endpoint.ts'
import type { Cookie } from './cookie.ts'
import type { Read } from './handler.ts'
import { checkInput } from './input.ts'
import { stripUndeclared } from './output.ts'
import type { Authorizer, SignedInPrincipal } from './principal.ts'
import { bearerTokenOf } from './request-context.ts'

/** An endpoint served synchronously from in-process caches, for callers whose session and grants are cached. */
export interface CachedRead {
  operation: string
  /** Maximum size of the body in bytes; undefined if the endpoint has no body. */
  bodyLimit: number | undefined
  /** Returns the caller; undefined on a cache miss or if the call is refused. */
  authorize(headers: IncomingHttpHeaders): SignedInPrincipal | undefined
  /** Returns the response body. Throws a problem if the call is refused. */
  respond(who: SignedInPrincipal, body: unknown): unknown
}

/** Cached reads by method and URL, such as `GET /api/user/validate`. */
export type CachedReads = ReadonlyMap<string, CachedRead>

/** The properties of an endpoint that a cached read supports. */
const supported: ReadonlySet<string> = new Set<keyof Endpoint>([
  'method',
  'path',
  'summary',
  'access',
  'audit',
  'body',
  'bodyLimit',
  'success',
  'problems',
])

/**
 * Returns the cached read of an endpoint. Throws if the endpoint declares a property that a cached read does not
 * support.
 */
export function cachedReadOf(
  { guard, cookie }: { guard: Authorizer; cookie: Cookie },
  operation: string,
  endpoint: Endpoint,
  cached: NonNullable<Read<Endpoint>['cached']>,
): CachedRead {
  const { access, audit, body, bodyLimit = defaultBodyLimit, success } = endpoint
  const declaresMore = Object.keys(endpoint).some((key) => !supported.has(key))
  if (access === 'public' || audit !== 'none' || declaresMore || !(success instanceof z.ZodType))
    throw new Error(`${operation} declares more than a cached read supports.`)
  return {
    operation,
    bodyLimit: body && bodyLimit,
    authorize: ({ authorization, cookie: cookies }) =>
      guard.authorizeFromCache(access, endpoint, {
        token: bearerTokenOf(authorization),
        browser: cookie.read(cookies),
      }),
    respond: (who, given) =>
      stripUndeclared(success, cached({ who, body: checkInput(body, given, 'body') })),
  }
}
