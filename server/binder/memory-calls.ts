import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { defaultBodyLimit, type Endpoint } from '../../contract/endpoint.ts'
import type { FromMemory } from './call.ts'
import type { Cookie } from './cookie.ts'
import { checkInput } from './input.ts'
import { presentData } from './output.ts'
import type { Gate, SignedInPrincipal } from './principal.ts'
import { bearerTokenOf } from './shown-facts.ts'

/** An endpoint that memory alone answers, for callers who are known here: the way of all calls, without waiting. */
export interface MemoryCall {
  operation: string
  /** The longest body in bytes; undefined where it takes none. */
  bodyLimit: number | undefined
  /** Who calls; undefined where somebody must be asked, and where the call is refused. */
  admit(headers: IncomingHttpHeaders): SignedInPrincipal | undefined
  /** What is answered; throws what refuses the call. */
  answer(who: SignedInPrincipal, body: unknown): unknown
}

/** By method and address: `GET /api/user/validate`. */
export type MemoryCalls = ReadonlyMap<string, MemoryCall>

/** What such a call has; whatever else an endpoint asks for would be passed over. */
const understood: ReadonlySet<string> = new Set<keyof Endpoint>([
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

/** The call of an endpoint that `handler` answers. */
export function memoryCallOf(
  { guard, cookie }: { guard: Gate; cookie: Cookie },
  operation: string,
  endpoint: Endpoint,
  handler: FromMemory<Endpoint>,
): MemoryCall {
  const { access, audit, body, bodyLimit = defaultBodyLimit, success } = endpoint
  const asksMore = Object.keys(endpoint).some((key) => !understood.has(key))
  if (access === 'public' || audit !== 'none' || asksMore || !(success instanceof z.ZodType))
    throw new Error(`${operation} asks for more than memory can tell.`)
  return {
    operation,
    bodyLimit: body && bodyLimit,
    admit: ({ authorization, cookie: cookies }) =>
      guard.admitFromMemory(access, endpoint, {
        token: bearerTokenOf(authorization),
        browser: cookie.read(cookies),
      }),
    answer: (who, shown) =>
      presentData(success, handler.answer({ who, body: checkInput(body, shown, 'body') })),
  }
}
