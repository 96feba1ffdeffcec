import type { Api, Operation } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { problems } from '../../contract/problems.ts'
import { ApiProblem, problemOf, resultOf } from './api-problem.ts'
import type {
  AnyInput,
  PlainOperation,
  PreparedCall,
  SensitiveOperation,
  SometimesSensitiveOperation,
} from './api-request.ts'
import { basicCredentials } from './basic-credentials.ts'
import type { CallRoute } from './call-routes.ts'
import { lostConnection, offlineMessage, reportConnection } from './connection.ts'
import { recordServerTime } from './server-clock.ts'
import { dropStartedCalls } from './started-calls.ts'
import { tabToken } from './tab-place.ts'

const responseTimeout = 30_000
/** Timeout in milliseconds for files, which take longer to produce. */
const fileTimeout = 120_000

/**
 * Sends a prepared call and returns its `result.data`; throws `ApiProblem` (rulings §2). Only `api-client.ts` calls
 * this.
 */
export function transmit<O extends PlainOperation | SometimesSensitiveOperation>(
  prepared: PreparedCall<O>,
): Promise<SuccessOf<Api[O]>>
export function transmit(
  prepared: PreparedCall<PlainOperation | SometimesSensitiveOperation>,
): Promise<unknown> {
  return exchange(prepared, null)
}

/**
 * Like `transmit`, for a write that requires a confirmation, which `code` proves. Only `confirm-identity.ts` calls
 * this.
 */
export function transmitConfirmed<O extends SensitiveOperation>(
  prepared: PreparedCall<O>,
  code: string,
): Promise<SuccessOf<Api[O]>>
export function transmitConfirmed(
  prepared: PreparedCall<SensitiveOperation>,
  code: string,
): Promise<unknown> {
  return exchange(prepared, code)
}

async function exchange(
  { route, address, body, type, options }: PreparedCall<Operation>,
  code: string | null,
): Promise<unknown> {
  const headers = headersFor(route, options)
  if (body) headers.set('content-type', type)
  if (code !== null) headers.set('code', code)
  const timeout = AbortSignal.timeout(responseTimeout)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const { status, ok, json } = await send(address, {
    method: route.method,
    headers,
    body,
    signal,
  }).finally(() => {
    // Also after a failure: the server may have written before the connection was lost.
    if (route.writes) dropStartedCalls()
  })
  const result = resultOf(json)
  if (!ok || !result) throw problemOf(status, json, bearerIn(headers))
  return result['data']
}

/** A file produced by the server. */
export interface SentFile {
  content: Blob
  name: string
}

/** Sends a prepared call that returns a file; throws `ApiProblem` (rulings §2). */
export function transmitForFile<O extends PlainOperation>(
  prepared: PreparedCall<O>,
): Promise<SentFile> {
  return exchangeForFile(prepared, null)
}

/**
 * Like `transmitForFile`, for a call that requires a confirmation, which `code` proves. Only `confirm-identity.ts`
 * calls this.
 */
export function transmitConfirmedForFile<O extends SensitiveOperation>(
  prepared: PreparedCall<O>,
  code: string,
): Promise<SentFile> {
  return exchangeForFile(prepared, code)
}

async function exchangeForFile(
  { route, address, body, type, options }: PreparedCall<Operation>,
  code: string | null,
): Promise<SentFile> {
  const headers = headersFor(route, options)
  headers.set('accept', 'text/csv, application/json')
  if (body) headers.set('content-type', type)
  if (code !== null) headers.set('code', code)
  const { method } = route
  const signal = AbortSignal.timeout(fileTimeout)
  const { status, ok, name, content } = await withNetworkProblem(async () => {
    const init = { method, headers, body, signal, cache: 'no-store' } as const
    const response = await fetch(`/api${address}`, init)
    return { ...statusOf(response), name: nameIn(response.headers), content: await response.blob() }
  })
  if (!ok || name === undefined)
    throw problemOf(status, readJson(await content.text()), bearerIn(headers))
  return { content, name }
}

/** Progress callbacks of a download. */
interface DownloadProgress {
  signal: AbortSignal
  /** Called with the response headers, before the first byte. */
  onBegin: (headers: Headers) => void
  onBytes: (bytes: Uint8Array) => void
}

/** Like `transmitForFile`, for a file that may take minutes: reports progress and can be aborted. */
export async function transmitForLongFile<O extends PlainOperation>(
  { route, address, options }: PreparedCall<O>,
  { signal, onBegin, onBytes }: DownloadProgress,
): Promise<SentFile> {
  const headers = headersFor(route, options)
  headers.set('accept', 'text/csv, application/jsonl, application/json')
  const { response, content } = await withNetworkProblem(async () => {
    const incoming = await fetch(`/api${address}`, { headers, signal, cache: 'no-store' })
    if (!incoming.ok || !incoming.body)
      return { response: incoming, content: await incoming.blob() }
    onBegin(incoming.headers)
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (const reader = incoming.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) return { response: incoming, content: new Blob(parts) }
      parts.push(value)
      onBytes(value)
    }
  })
  const name = nameIn(response.headers)
  if (!response.ok || name === undefined)
    throw problemOf(response.status, readJson(await content.text()), bearerIn(headers))
  return { content, name }
}

const bearer = 'Bearer '

function bearerIn(headers: Headers): string | undefined {
  const authorization = headers.get('authorization')
  return authorization?.startsWith(bearer) ? authorization.slice(bearer.length) : undefined
}

const nameIn = (headers: Headers) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]

/** Returns the headers of portal.md §7, except `code`. Throws `other-place` if this tab has no token to send. */
function headersFor(route: CallRoute, options: AnyInput): Headers {
  const { credentials, captcha } = options
  const headers = new Headers({ accept: 'application/json' })
  if (credentials) {
    headers.set('authorization', basicCredentials(credentials.user, credentials.password))
  } else if (!route.public) {
    const token = options.token === undefined ? tabToken() : options.token
    if (token !== null) headers.set('authorization', bearer + token)
  }
  if (route.captcha && captcha) headers.set(captcha.key, captcha.value)
  return headers
}

async function send(
  address: string,
  init: RequestInit,
): Promise<{ status: number; ok: boolean; json: unknown }> {
  return withNetworkProblem(async () => {
    const response = await fetch(`/api${address}`, { ...init, cache: 'no-store' })
    return { ...statusOf(response), json: readJson(await response.text()) }
  })
}

function statusOf({ status, ok, headers }: Response) {
  recordServerTime(headers)
  reportConnection()
  return { status, ok }
}

/** Runs a request; a failure without a response becomes an `ApiProblem` with the code `offline` or `network`. */
async function withNetworkProblem<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (cause) {
    const offline = await lostConnection(cause)
    throw new ApiProblem({
      code: offline ? 'offline' : 'network',
      status: 0,
      httpMessage: offline ? offlineMessage : problems.internal.message,
      cause,
    })
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // A response that is not JSON does not come from this API. `problemOf` reports it as unreadable.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
