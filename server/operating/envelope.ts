import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import pg from 'pg'
import { type Failure, type ProblemCode, problemOf } from '../../contract/problems.ts'
import { ClientGone } from '../pipeline/client-address.ts'
import { Problem } from '../pipeline/problem.ts'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { UnknownKey } from '../secrets/keyring.ts'
import { Overloaded } from '../shared/fair-queue.ts'
import type { RefusalLog } from './refusal-log.ts'
import { challengeOf } from './challenge.ts'
import { requestIdHeader, TrackedResponse } from './traffic.ts'

/** Sends a problem in the envelope of rulings §2. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply {
  const { status, message, description } = problemOf(problem.code)
  const result: Failure = {
    httpStatus: status,
    httpMessage: message,
    code: problem.code,
    ...(description !== undefined && { description }),
    ...(problem.fields && { fields: problem.fields }),
    requestId: request.id,
  }
  if (status === 401) reply.header('www-authenticate', challengeOf(problem.code, request.headers))
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter)
  if (reply.raw instanceof TrackedResponse) reply.raw.problem = problem.code
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', [requestIdHeader]: request.id })
    .send({ result })
}

/** Problem codes for errors that Fastify raises. */
const codeOfFastifyError: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid-json',
}

/**
 * Transient database errors by SQLSTATE, with the message for the log. If the client repeats the call, it may succeed.
 */
const transientErrors: Readonly<Record<string, string>> = {
  '40P01': 'deadlock',
  '40001': 'serialisation failure',
  '57014': 'statement timeout',
}

const transientReason = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? transientErrors[error.code ?? ''] : undefined

/**
 * Converts any thrown error into a problem. An undeclared error becomes a 500, whose details are logged but not sent.
 */
export function registerEnvelope(
  fastify: FastifyInstance,
  log: FastifyBaseLogger,
  refusals: RefusalLog,
): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Problem) {
      if (problemOf(error.code).status === 503)
        refusals.state({ requestId: request.id, code: error.code }, 'requests get 503')
      return sendProblem(request, reply, error)
    }
    const known = codeOfFastifyError[error.code]
    if (known) return sendProblem(request, reply, new Problem(known))
    // The job was dropped from its queue because its client has disconnected.
    if (error instanceof Overloaded && request.raw.socket.destroyed)
      return sendProblem(request, reply, new Problem('malformed-request'))
    if (error instanceof ClientGone || error === request.raw.errored) {
      refusals.line({ requestId: request.id }, 'the client disconnected')
      return sendProblem(request, reply, new Problem('malformed-request'))
    }
    if (error instanceof Overloaded) {
      refusals.state({ requestId: request.id }, 'too many requests wait: further ones are refused')
      // Closes the connection, so that a client that pipelines or repeats requests must connect again.
      reply.header('connection', 'close')
      return sendProblem(request, reply, new Problem('unavailable', { retryAfter: 5 }))
    }
    if (isDatabaseUnavailable(error)) {
      // The connection pool logs each outage once, with level `error`.
      refusals.state(
        { requestId: request.id, reason: error.message },
        'the database is unavailable',
      )
      return sendProblem(request, reply, new Problem('unavailable', { retryAfter: 1 }))
    }
    if (error instanceof UnknownKey) {
      // Another process may have the key.
      refusals.state(
        { requestId: request.id, reason: error.message },
        'a stored secret cannot be decrypted',
      )
      return sendProblem(request, reply, new Problem('unavailable', { retryAfter: 1 }))
    }
    const reason = transientReason(error)
    if (reason !== undefined) {
      refusals.state({ requestId: request.id, err: error }, reason)
      return sendProblem(request, reply, new Problem('unavailable', { retryAfter: 1 }))
    }
    if (error.statusCode === 416) {
      // `content-range` with the length of the file (RFC 9110 §15.5.17).
      if ('headers' in error) reply.headers(error.headers as Record<string, string>)
      return sendProblem(request, reply, new Problem('range-not-satisfiable'))
    }
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendProblem(request, reply, new Problem('invalid-input'))
    log.error({ requestId: request.id, err: error }, 'undeclared error')
    return sendProblem(request, reply, new Problem('internal'))
  })
}
