import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { defaultBodyLimit, type Endpoint } from '../../contract/endpoint.ts'
import type { FromMemory } from './call.ts'
import type { Cookie } from './cookie.ts'
import { checkInput } from './input.ts'
import { presentData } from './output.ts'
import type { Gate, SignedInPrincipal } from './principal.ts'
import { bearerTokenOf } from './shown-facts.ts'

/** An endpoint that memory alone answers, for callers who are known here: the same way through, without waiting. */
export interface AtOnce {
  operation: string
  /** The longest body in bytes; undefined where it takes none. */
  bodyLimit: number | undefined
  /** Who calls; undefined where somebody must be asked, and where the call is refused. */
  admit(headers: IncomingHttpHeaders): SignedInPrincipal | undefined
  /** What is answered; throws what refuses the call. */
  answer(who: SignedInPrincipal, body: unknown): unknown
}

/** `handler` for callers who are known; whatever else the endpoint asks of a call would be passed over, so it may ask nothing. */
export function answeredAtOnce(
  { guard, cookie }: { guard: Gate; cookie: Cookie },
  operation: string,
  endpoint: Endpoint,
  handler: FromMemory<Endpoint>,
): AtOnce {
  const { access, body, bodyLimit = defaultBodyLimit, success } = endpoint
  const { audit, confirm, captcha, params, query, upload } = endpoint
  const asksMore = audit !== 'none' || confirm || captcha || params || query || upload
  if (access === 'public' || asksMore || !(success instanceof z.ZodType))
    throw new Error(`${operation} asks for more than memory can tell.`)
  return {
    operation,
    bodyLimit: body && bodyLimit,
    admit: ({ authorization, cookie: cookies }) =>
      guard.admitAtOnce(access, endpoint, {
        token: bearerTokenOf(authorization),
        browser: cookie.read(cookies),
      }),
    answer: (who, shown) =>
      presentData(success, handler.answer({ who, body: checkInput(body, shown, 'body') })),
  }
}
