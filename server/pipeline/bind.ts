import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api } from '../../contract/api.ts'
import {
  handlesHead,
  defaultBodyLimit,
  type Endpoint,
  type Endpoints,
  eventOf,
} from '../../contract/endpoint.ts'
import type { StatementWriter } from '../audit/statement-writer.ts'
import { runFor } from '../shared/current-order.ts'
import { type CachedRead, cachedReadOf, type CachedReads } from './cached-reads.ts'
import type { Call } from './call.ts'
import { ofLongReads } from './compression.ts'
import { type ConstraintMeanings, declaredProblem } from './constraints.ts'
import { EventDraft } from './event-draft.ts'
import { type Handler, handlerOf, type HandlerOf, type Handlers } from './handler.ts'
import { databaseOrderOf } from './database-order.ts'
import { checkInput } from './input.ts'
import { authorize, type CallDependencies, openCall, type OpenCall } from './open-call.ts'
import { present } from './output.ts'
import type { ConfirmationVerifier } from './principal.ts'
import { FastifyRequestContext } from './request-context.ts'
import { runStatement } from './run-statement.ts'
import { runTransaction, type WriteContext } from './run-transaction.ts'
import { UploadSlots } from './upload-slots.ts'

export interface PipelineDependencies extends CallDependencies {
  statements: StatementWriter
  confirmations: ConfirmationVerifier
  /** Problems that are reported for violated database constraints, by constraint name. */
  constraintMeanings: ConstraintMeanings
}

/**
 * Registers a Fastify route for each endpoint. A request passes these steps: authorize the caller, validate the input,
 * consume the captcha, run the handler, present the output. The handler consumes the confirmation, writes, and adds the
 * audit event in one transaction or statement. Returns the cached reads, for `hot-path/fast-path.ts`.
 */
export function bindEndpoints(
  fastify: FastifyInstance,
  dependencies: PipelineDependencies,
  handlers: Handlers<typeof api>,
): CachedReads {
  const endpoints: Endpoints = api
  // TypeScript checked each handler against its own endpoint. From here on they share one type.
  const given = handlers as unknown as Record<string, HandlerOf<Endpoint>>
  const uploads = new UploadSlots()
  const cachedReads = new Map<string, CachedRead>()
  for (const [operation, endpoint] of Object.entries(endpoints)) {
    const handler = handlerOf(operation, endpoint, given[operation])
    if (handler.kind === 'read' && handler.cached) {
      const read = cachedReadOf(dependencies, operation, endpoint, handler.cached)
      cachedReads.set(`${endpoint.method} /api${endpoint.path}`, read)
    }
    fastify.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: {
        operation,
        keepBytes: endpoint.confirm !== undefined,
        ...(endpoint.upload && { uploads: endpoint.upload }),
      },
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      // Compresses reads only, since no other response is long.
      ...(endpoint.method === 'GET' && endpoint.access !== 'public' && { compress: ofLongReads }),
      exposeHeadRoute: handlesHead(endpoint),
      // Authorizes the caller before a large body is read: parsing it blocks the event loop, and a file takes memory.
      ...(endpoint.bodyLimit !== undefined && {
        onRequest: async (request: FastifyRequest, reply: FastifyReply) =>
          runFor(await databaseOrderOf(dependencies.guard, request), () =>
            authorizeBody(dependencies, endpoint, handler, uploads, request, reply),
          ),
      }),
      handler: async (request, reply) =>
        runFor(await databaseOrderOf(dependencies.guard, request), async () => {
          const call = await openCall(dependencies, endpoint, request, reply)
          const output = await run(
            dependencies,
            operation,
            endpoint,
            handler,
            call,
            request,
          ).finally(() => dependencies.routing?.recordCall(endpoint, reply))
          return present(endpoint, output, reply)
        }),
    })
  }
  return cachedReads
}

async function authorizeBody(
  dependencies: PipelineDependencies,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  uploads: UploadSlots,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const context = new FastifyRequestContext(request, dependencies.cookie, endpoint)
  const who = await authorize(dependencies, endpoint, context)
  if (handler.kind === 'transaction')
    handler.authorizeUpload?.({
      who,
      params: checkInput(endpoint.params, request.params, 'params'),
    })
  if (endpoint.upload && who) uploads.take(who.userId, reply)
}

async function run(
  dependencies: PipelineDependencies,
  operation: string,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  call: OpenCall,
  request: FastifyRequest,
): Promise<unknown> {
  if (handler.kind === 'read') return handler.run({ ...call, ...noAudit })
  const draft = new EventDraft(operation, eventOf(endpoint), call)
  const write: Call<Endpoint> = {
    ...call,
    audit: draft.add,
    nothingChanged: draft.nothingChanged,
  }
  const context: WriteContext = { endpoint, request, draft }
  try {
    return await (handler.kind === 'statement'
      ? runStatement(dependencies, handler, write, context)
      : runTransaction(dependencies, handler, write, context))
  } catch (error) {
    throw declaredProblem(dependencies.constraintMeanings, error, endpoint) ?? error
  }
}

function refuseAudit(): never {
  throw new Error('This endpoint declares audit: none.')
}

const noAudit = { audit: refuseAudit, nothingChanged: refuseAudit }
