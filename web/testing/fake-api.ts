import { z } from 'zod'
import { api, type Api, type Operation } from '../../contract/api.ts'
import type {
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  SuccessInputOf,
} from '../../contract/endpoint.ts'
import { operationAt } from '../../contract/operation-at.ts'
import { problemOf, type Failure, type ProblemCode } from '../../contract/problems.ts'

/** Parsed input of a call. */
interface Request<O extends Operation> {
  params: ParamsOf<Api[O]>
  query: QueryOf<Api[O]>
  body: BodyOf<Api[O]>
}

type Handler<O extends Operation> = (
  request: Request<O>,
) => SuccessInputOf<Api[O]> | Promise<SuccessInputOf<Api[O]>>

/** Responses of a fake server, by operation of the contract. */
export type Handlers = { [O in Operation]?: Handler<O> }

/** Error that a handler throws to respond with a problem. */
class Refusal extends Error {
  readonly code: ProblemCode

  constructor(code: ProblemCode) {
    super(code)
    this.code = code
  }
}

export function refuse(code: ProblemCode): never {
  throw new Refusal(code)
}

/** Called by a handler to make the call fail with a network error. */
export function disconnect(): never {
  throw new TypeError('Failed to fetch')
}

export interface FakeApi {
  /** Operations called since the start, in order. */
  calls: Operation[]
  /** Calls without a handler, or with input or output that the contract refuses. A test with any of these fails. */
  faults: string[]
  /** Replaces handlers. */
  use: (handlers: Handlers) => void
  /** Lets every call fail as without a connection, or succeed again. */
  setOffline: (offline: boolean) => void
  /** Restores `fetch`. */
  stop: () => void
}

/**
 * Replaces `fetch` by a fake server. Requests and responses are validated by the contract, so that a fake response
 * cannot have a shape that the server never sends.
 */
export function startFakeApi(initial: Handlers): FakeApi {
  let handlers = initial
  let offline = false
  const real = window.fetch
  const fake: FakeApi = {
    calls: [],
    faults: [],
    use(replaced) {
      handlers = { ...handlers, ...replaced }
    },
    setOffline(lost) {
      offline = lost
    },
    stop() {
      window.fetch = real
    },
  }
  window.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin)
    if (!url.pathname.startsWith('/api/')) return real(input, init)
    init.signal?.throwIfAborted()
    if (offline) throw new TypeError('Failed to fetch')
    if (url.pathname === '/api/health/live') return new Response()
    const method = init.method ?? 'GET'
    const path = url.pathname.slice('/api'.length)
    const operation = operationAt(method, path)
    const handler = operation && handlers[operation]
    if (!operation || !handler) {
      fake.faults.push(`unexpected call: ${method} ${path}`)
      throw new TypeError('Failed to fetch')
    }
    fake.calls.push(operation)
    const response = await respond(api[operation], handler, { path, url, init }).catch(
      (error: unknown) => {
        if (!(error instanceof TypeError)) fake.faults.push(`${operation}: ${String(error)}`)
        throw error
      },
    )
    init.signal?.throwIfAborted()
    return response
  }
  return fake
}

interface Received {
  path: string
  url: URL
  init: RequestInit
}

async function respond(
  declared: Endpoint,
  handler: Handler<Operation>,
  { path, url, init }: Received,
): Promise<Response> {
  const params = declared.params?.safeParse(paramsIn(declared.path, path))
  const query = declared.query?.safeParse(Object.fromEntries(url.searchParams))
  const body = declared.body?.safeParse(bodyOf(init))
  if ([params, query, body].some((parsed) => parsed?.success === false))
    return refusal('invalid-input')
  // The schemas of this operation have parsed the request, so the cast is safe.
  const request = {
    params: params?.data,
    query: query?.data,
    body: body?.data,
  } as Request<Operation>
  try {
    const data = await handler(request)
    if (!(declared.success instanceof z.ZodType)) throw new Error('Only JSON can be faked')
    return json(200, { data: declared.success.parse(data) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusal(error.code)
  }
}

function refusal(code: ProblemCode): Response {
  const { status, message, description } = problemOf(code)
  const failure: Failure = {
    httpStatus: status,
    httpMessage: message,
    code,
    ...(description !== undefined && { description }),
    requestId: 'test',
  }
  return json(status, failure)
}

const json = (status: number, result: object) =>
  Response.json({ result }, { status, headers: { date: new Date().toUTCString() } })

function bodyOf({ body }: RequestInit): unknown {
  if (!(body instanceof Uint8Array)) return undefined
  return JSON.parse(new TextDecoder().decode(body))
}

function paramsIn(declared: string, path: string): Record<string, string> {
  const values = path.split('/')
  return Object.fromEntries(
    declared
      .split('/')
      .map((segment, index) => [segment, decodeURIComponent(values[index] ?? '')] as const)
      .filter(([segment]) => segment.startsWith('{'))
      .map(([segment, value]) => [segment.slice(1, -1), value]),
  )
}
