import { z } from 'zod'
import { api, type Api, type Operation } from '../../contract/api.ts'
import type {
  BodyInputOf,
  Endpoint,
  ParamsInputOf,
  QueryInputOf,
  SuccessOf,
} from '../../contract/endpoint.ts'
import { problems } from '../../contract/problems.ts'
import { ApiProblem, problemOf } from './api-problem.ts'
import { basicCredentials } from './basic-credentials.ts'
import { storage } from './storage.ts'

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value }

interface CallOptions {
  /** Basic credentials, of the sign-in. */
  credentials?: { user: string; password: string }
  /** The bearer, where it isn't the stored `token`. */
  token?: string | null
  signal?: AbortSignal
}

/** What an operation is called with: the parts that its declaration has, and options. */
export type CallInput<O extends Operation> = Part<'params', ParamsInputOf<Api[O]>> &
  Part<'query', QueryInputOf<Api[O]>> &
  Part<'body', BodyInputOf<Api[O]>> &
  CallOptions

/** The arguments after the operation; nothing where nothing is needed. */
export type CallArguments<O extends Operation> = object extends CallInput<O>
  ? [input?: CallInput<O>]
  : [input: CallInput<O>]

interface AnyInput extends CallOptions {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

const success = z.object({ result: z.object({ data: z.unknown() }) })
const answerTimeout = 30_000

/** Calls an operation of the contract and answers its `result.data`; throws `ApiProblem` (rulings §2). */
export function call<O extends Operation>(
  operation: O,
  ...input: CallArguments<O>
): Promise<SuccessOf<Api[O]>>
export async function call(operation: Operation, input: AnyInput = {}): Promise<unknown> {
  const endpoint: Endpoint = api[operation]
  // Serialised once: identity confirmation hashes these very bytes (rulings §5).
  const body = input.body === undefined ? null : new TextEncoder().encode(JSON.stringify(input.body))
  const headers = headersFor(endpoint, input)
  if (body) headers.set('content-type', 'application/json')
  const timeout = AbortSignal.timeout(answerTimeout)
  const signal = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout
  const { status, ok, answer } = await send(addressOf(endpoint, input), {
    method: endpoint.method,
    headers,
    body,
    signal,
  })
  const parsed = success.safeParse(answer)
  if (!ok || !parsed.success) throw problemOf(status, answer)
  return parsed.data.result.data
}

/** The path with its parameters filled in and the query behind it, as the specification writes it, without `/api`. */
function addressOf(endpoint: Endpoint, { params = {}, query = {} }: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The headers of portal.md §7; what proves a person's identity or humanity is added here and nowhere else. */
function headersFor(endpoint: Endpoint, { credentials, token = storage.get('token') }: AnyInput): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (credentials) {
    headers.set('authorization', basicCredentials(credentials.user, credentials.password))
  } else if (endpoint.access !== 'public' && token !== null) {
    headers.set('authorization', `Bearer ${token}`)
  }
  const confirmation = endpoint.confirm ? storage.get('code') : null
  if (confirmation !== null) headers.set('code', confirmation)
  return headers
}

async function send(address: string, init: RequestInit): Promise<{ status: number; ok: boolean; answer: unknown }> {
  try {
    const response = await fetch(`/api${address}`, { ...init, cache: 'no-store' })
    const text = await response.text()
    return { status: response.status, ok: response.ok, answer: readJson(text) }
  } catch (cause) {
    throw new ApiProblem({ code: 'network', status: 0, httpMessage: problems.internal.message, cause })
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Not JSON, so not ours: `problemOf` names it.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
