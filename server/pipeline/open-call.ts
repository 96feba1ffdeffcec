import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { captchaHeader } from '../../contract/captcha-page.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Db } from '../database/database.ts'
import type { Call } from './call.ts'
import type { Cookie } from './cookie.ts'
import { checkInput } from './input.ts'
import type { Authorizer, CaptchaVerifier, Principal } from './principal.ts'
import { Problem } from './problem.ts'
import { FastifyRequestContext } from './request-context.ts'
import type { StandbyRouting } from './standby-routing.ts'

export interface CallDependencies {
  db: Db
  guard: Authorizer
  captcha: CaptchaVerifier
  cookie: Cookie
  /** Undefined without DATABASE_READ_URL. */
  routing: StandbyRouting | undefined
}

/** An authorized call with valid input. The runner of its handler adds `audit` and `nothingChanged`. */
export type OpenCall = Omit<Call<Endpoint>, 'audit' | 'nothingChanged'>

/**
 * Authorizes the caller, validates the input and consumes the captcha, in this order. Throws a problem if one of them
 * fails.
 */
export async function openCall(
  dependencies: CallDependencies,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenCall> {
  const { db, cookie, captcha, routing } = dependencies
  const context = new FastifyRequestContext(request, cookie, endpoint)
  const who = await authorize(dependencies, endpoint, context)
  const call: OpenCall = {
    who,
    body: bodyOf(endpoint, request),
    query: checkInput(endpoint.query, request.query, 'query'),
    params: checkInput(endpoint.params, request.params, 'params'),
    db,
    read: routing
      ? routing.readerFor(endpoint, { db, who, cookies: context.cookies })
      : (read) => read(db),
    request: context,
    confirmedBy: undefined,
    confirmIdentity: undefined,
    setBrowser: (value) => void reply.header('set-cookie', cookie.serialize(value)),
    setHeader: (name, value) => void reply.header(name, value),
    onResponseSent: (done) => void finished(reply.raw, () => done()),
  }
  if (endpoint.captcha) await captcha.consume(db, request.headers[captchaHeader], context.address)
  return call
}

/** Returns the caller; undefined at a public endpoint. Throws a problem if the caller is refused. */
export function authorize(
  { guard }: Pick<CallDependencies, 'guard'>,
  endpoint: Endpoint,
  context: FastifyRequestContext,
): Promise<Principal> | undefined {
  return endpoint.access === 'public'
    ? undefined
    : guard.authorize(endpoint.access, endpoint, context)
}

/** Returns a file as it was received (operating/upload-body.ts), and any other body as its schema parses it. */
function bodyOf({ upload, body }: Endpoint, request: FastifyRequest): undefined {
  if (!upload) return checkInput(body, request.body, 'body')
  if (!request.headers['content-type']) throw new Problem('unsupported-media-type')
  // The contract types the result in the handler, as for `checkInput`.
  return request.body as undefined
}
