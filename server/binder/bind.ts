import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api } from '../../contract/api.ts'
import { captchaHeader } from '../../contract/captcha-page.ts'
import {
  answersHead,
  defaultBodyLimit,
  type Endpoint,
  type Endpoints,
} from '../../contract/endpoint.ts'
import { type AuditDetails, type AuditEvent, recordAudit, recordWrite } from '../audit/audit.ts'
import type { WriteBatches } from '../audit/write-batches.ts'
import { BatchedWrite } from '../database/batched-write.ts'
import { type WriteParts, writeParts } from '../database/write-parts.ts'
import { ofLongReads } from './compression.ts'
import type { Cookie } from './cookie.ts'
import {
  type Call,
  type ConfirmIdentity,
  FromMemory,
  type Handler,
  type Handlers,
  NothingToWrite,
  OneStatement,
  type PreparedHandler,
} from './call.ts'
import { type ConstraintMeanings, declaredProblem } from './constraints.ts'
import type { Db } from '../database/database.ts'
import { checkInput } from './input.ts'
import { type MemoryCall, memoryCallOf, type MemoryCalls } from './memory-calls.ts'
import { present } from './output.ts'
import type { CaptchaGate, Gate, Principal, ProofDesk } from './principal.ts'
import { Problem } from './problem.ts'
import { ShownFacts } from './shown-facts.ts'
import { UploadPlaces } from './upload-places.ts'

export interface BinderParts {
  db: Db
  batches: WriteBatches
  guard: Gate
  confirmations: ProofDesk
  captcha: CaptchaGate
  cookie: Cookie
  /** The database decides what is unique and what may refer to what; these are its words. */
  constraintMeanings: ConstraintMeanings
}

type AnyHandler = Handler<Endpoint> | PreparedHandler<Endpoint, unknown> | FromMemory<Endpoint>

/**
 * The one way through: session → grant → input → captcha → confirmation → handler and audit in one transaction → output.
 * Makes a Fastify route of every declared endpoint; answers those that memory alone answers, for `operating/fast-path.ts`.
 */
export function bindEndpoints(
  fastify: FastifyInstance,
  parts: BinderParts,
  handlers: Handlers<typeof api>,
): MemoryCalls {
  const endpoints: Endpoints = api
  // Each handler was checked against its own endpoint; from here on they are all treated alike.
  const handlerOf = handlers as unknown as Record<string, AnyHandler>
  const places = new UploadPlaces()
  const memoryCalls = new Map<string, MemoryCall>()
  for (const [operation, endpoint] of Object.entries(endpoints)) {
    const handler = handlerOf[operation]
    if (!handler) throw new Error(`${operation} has no handler.`)
    if (handler instanceof FromMemory) {
      const call = memoryCallOf(parts, operation, endpoint, handler)
      memoryCalls.set(`${endpoint.method} /api${endpoint.path}`, call)
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
      // Only reads answer at length; the hot writes do without the look.
      ...(endpoint.method === 'GET' && endpoint.access !== 'public' && { compress: ofLongReads }),
      exposeHeadRoute: answersHead(endpoint),
      // A large body is read for nobody who may not send it: parsing it holds up everybody else, and a file fills memory.
      ...(endpoint.bodyLimit !== undefined && {
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          const who = await admit(
            parts,
            endpoint,
            request,
            new ShownFacts(request, parts.cookie, endpoint),
          )
          if ('admit' in handler && handler.admit)
            handler.admit({ who, params: checkInput(endpoint.params, request.params, 'params') })
          if (endpoint.upload && who) places.take(who.userId, reply)
        },
      }),
      handler: (request, reply) => answer(parts, operation, endpoint, handler, request, reply),
    })
  }
  return memoryCalls
}

async function answer(
  parts: BinderParts,
  operation: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const facts = new ShownFacts(request, parts.cookie, endpoint)
  const who = await admit(parts, endpoint, request, facts)
  const call: Omit<Call<Endpoint>, 'audit'> = {
    body: bodyOf(endpoint, request),
    query: checkInput(endpoint.query, request.query, 'query'),
    params: checkInput(endpoint.params, request.params, 'params'),
    who,
    db: parts.db,
    request: facts,
    confirmIdentity: undefined,
    setBrowser: (value) => void reply.header('set-cookie', parts.cookie.serialize(value)),
    setHeader: (name, value) => void reply.header(name, value),
    whenAnswered: (done) => void finished(reply.raw, () => done()),
  }
  if (endpoint.captcha)
    await parts.captcha.consume(parts.db, request.headers[captchaHeader], facts.address)
  const output = await (endpoint.audit === 'none'
    ? run(handler, { ...call, audit: refuseAudit })
    : write(parts, operation, endpoint, handler, call, request))
  return present(endpoint, output, reply)
}

/** A file comes as it was taken (operating/upload-body.ts), anything else as its schema makes it. */
function bodyOf({ upload, body }: Endpoint, request: FastifyRequest): undefined {
  if (!upload) return checkInput(body, request.body, 'body')
  if (!request.headers['content-type']) throw new Problem('unsupported-media-type')
  // Typed by the contract where the handler is written, as what `checkInput` answers.
  return request.body as undefined
}

function admit(
  parts: BinderParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  facts: ShownFacts,
): Promise<Principal> | undefined {
  return endpoint.access === 'public'
    ? undefined
    : parts.guard.admit(endpoint.access, endpoint, facts)
}

interface Outcome {
  output: unknown
  /** A problem that leaves what was written; see `Problem.recorded`. */
  refused: Problem | undefined
}

/** Handler and audit event in one transaction, or in one statement. */
async function write(
  parts: BinderParts,
  operation: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  call: Omit<Call<Endpoint>, 'audit'>,
  request: FastifyRequest,
): Promise<unknown> {
  const { who } = call
  let details: AuditDetails = {}
  const audited: Call<Endpoint> = {
    ...call,
    audit: (more) => (details = { ...details, ...more }),
  }
  const eventOf = (refused: Problem | undefined, confirmedBy?: string): AuditEvent => ({
    ...(who && byWhom(who)),
    confirmedBy,
    operation,
    event: endpoint.audit,
    address: call.request.address,
    requestId: call.request.id,
    ...details,
    ...(refused && { after: refusalOf(refused, details) }),
  })
  const record = (db: Db, refused: Problem | undefined, confirmedBy?: string) =>
    recordAudit(db, eventOf(refused, confirmedBy))
  let preparation: unknown
  for (let tries = 1; tries <= mostTries; tries++) {
    details = {}
    preparation = await prepare(parts, endpoint, handler, audited, request, record)
    if (!isOneStatement(preparation)) break
    const { write: statement, refused, output, onceWritten } = preparation
    const event = refused?.told === false ? undefined : eventOf(refused)
    if (!(await writeAtOnce(parts, endpoint, statement, event))) continue
    if (refused) throw refused
    onceWritten?.()
    return output
  }
  if (preparation instanceof NothingToWrite) return preparation.output
  if (isOneStatement(preparation)) throw new Error(`${operation} came too late each time.`)
  const written = parts.db.transaction().execute(async (db) => {
    let confirmedBy: string | undefined
    const confirmIdentity: ConfirmIdentity = async () => {
      if (who) confirmedBy ??= await parts.confirmations.consume(db, who, endpoint, request)
    }
    if (endpoint.confirm === true) await confirmIdentity()
    const outcome = await outcomeOf(
      handler,
      { ...audited, db, confirmIdentity: ofDeclared(confirmIdentity, endpoint) },
      preparation,
    )
    const silent = outcome.refused?.told === false
    if (!silent) await record(db, outcome.refused, confirmedBy)
    return outcome
  })
  const { output, refused } = await written.catch((error: unknown) => {
    throw declaredProblem(parts.constraintMeanings, error, endpoint) ?? error
  })
  if (refused) throw refused
  return output
}

/** Passes `confirmIdentity` only to handlers whose endpoint declares `confirm.when`. The cast hides that from the generic caller. */
const ofDeclared = (confirmIdentity: ConfirmIdentity, { confirm }: Endpoint): undefined =>
  (typeof confirm === 'object' ? confirmIdentity : undefined) as undefined

/** So often a write is decided anew when others keep changing what it rests on. */
const mostTries = 5

const isOneStatement = (preparation: unknown): preparation is OneStatement<unknown> =>
  preparation instanceof OneStatement

/** Does what is decided in one statement, event included, and says whether it was not too late for it. */
async function writeAtOnce(
  { db, batches, constraintMeanings }: BinderParts,
  endpoint: Endpoint,
  statement: WriteParts | BatchedWrite,
  event: AuditEvent | undefined,
): Promise<boolean> {
  // The proof of identity is used up in the transaction of what it opens.
  if (endpoint.confirm) throw new Error(`${endpoint.path} needs a transaction.`)
  try {
    if (statement instanceof BatchedWrite) {
      if (!event)
        throw new Error(`${endpoint.path} has nothing to tell of a write that many share.`)
      return await batches.write(statement, event)
    }
    return await (event ? recordWrite(db, event, statement) : writeParts(db, statement))
  } catch (error) {
    throw declaredProblem(constraintMeanings, error, endpoint) ?? error
  }
}

/**
 * The long work before a write. Nobody gets it done without the proof of identity that the write itself will use up; a
 * refusal that is to be recorded is, although there is no write.
 */
async function prepare(
  { db, confirmations }: BinderParts,
  endpoint: Endpoint,
  handler: AnyHandler,
  call: Call<Endpoint>,
  request: FastifyRequest,
  record: (db: Db, refused: Problem) => Promise<unknown>,
): Promise<unknown> {
  if (!('prepare' in handler)) return undefined
  if (endpoint.confirm === true && call.who)
    await confirmations.check(db, call.who, endpoint, request)
  try {
    return await handler.prepare(call)
  } catch (error) {
    if (error instanceof Problem && error.recorded && error.told) await record(db, error)
    throw error
  }
}

/** What the event of a refused write says: what it would have said, and why it was refused. */
function refusalOf({ code, told }: Problem, { after }: AuditDetails) {
  const intended = typeof after === 'object' && !Array.isArray(after) ? after : {}
  return { ...intended, refused: code, ...told }
}

/** A recorded problem commits what was written; any other error takes it back. */
async function outcomeOf(
  handler: AnyHandler,
  call: Call<Endpoint>,
  preparation: unknown,
): Promise<Outcome> {
  try {
    const output = await ('write' in handler
      ? handler.write(call, preparation)
      : run(handler, call))
    return { output, refused: undefined }
  } catch (error) {
    if (error instanceof Problem && error.recorded) return { output: undefined, refused: error }
    throw error
  }
}

function byWhom(who: Principal): Partial<AuditEvent> {
  return {
    userId: who.userId,
    sessionId: who.session?.id,
    apiTokenId: who.apiTokenId,
    companyId: who.place?.companyId,
    delegationId: who.delegationId,
  }
}

function run(handler: AnyHandler, call: Call<Endpoint>): Promise<unknown> {
  if (handler instanceof FromMemory) return Promise.resolve(handler.answer(call))
  if (typeof handler !== 'function') throw new Error('A handler that prepares is for writes.')
  return handler(call)
}

function refuseAudit(): never {
  throw new Error('This endpoint declares audit: none.')
}
