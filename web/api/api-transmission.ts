import { z } from 'zod'
import type { Api, Operation } from '../../contract/api.ts'
import type { Endpoint, SuccessOf } from '../../contract/endpoint.ts'
import { problems } from '../../contract/problems.ts'
import { ApiProblem, problemOf } from './api-problem.ts'
import type { AnyInput, PlainOperation, PreparedCall, SensitiveOperation } from './api-request.ts'
import { basicCredentials } from './basic-credentials.ts'
import { storage } from '../storage.ts'

const success = z.object({ result: z.object({ data: z.unknown() }) })
const answerTimeout = 30_000
/** A file may take longer to be made. */
const fileTimeout = 120_000

/** Sends a prepared call and answers its `result.data`; throws `ApiProblem` (rulings §2). For `api-client.ts`. */
export function transmit<O extends PlainOperation>(
  prepared: PreparedCall<O>,
): Promise<SuccessOf<Api[O]>>
export function transmit(prepared: PreparedCall<PlainOperation>): Promise<unknown> {
  return exchange(prepared, null)
}

/** The same for a write that needs proof of identity, with the code that proves it. For `confirm-identity.ts`. */
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
  { endpoint, address, body, type, options }: PreparedCall<Operation>,
  code: string | null,
): Promise<unknown> {
  const headers = headersFor(endpoint, options)
  if (body) headers.set('content-type', type)
  if (code !== null) headers.set('code', code)
  const timeout = AbortSignal.timeout(answerTimeout)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const { status, ok, answer } = await send(address, {
    method: endpoint.method,
    headers,
    body,
    signal,
  })
  const parsed = success.safeParse(answer)
  if (!ok || !parsed.success) throw problemOf(status, answer)
  return parsed.data.result.data
}

/** A file that the server makes of what it holds. */
export interface SentFile {
  content: Blob
  name: string
}

/** Sends a prepared call that answers a file; throws `ApiProblem` (rulings §2). For `save-template.ts` and `export-list.ts`. */
export function transmitForFile<O extends PlainOperation>(
  prepared: PreparedCall<O>,
): Promise<SentFile> {
  return exchangeForFile(prepared, null)
}

/** The same where it needs proof of identity, with the code that proves it. For `confirm-identity.ts`. */
export function transmitConfirmedForFile<O extends SensitiveOperation>(
  prepared: PreparedCall<O>,
  code: string,
): Promise<SentFile> {
  return exchangeForFile(prepared, code)
}

async function exchangeForFile(
  { endpoint, address, body, type, options }: PreparedCall<Operation>,
  code: string | null,
): Promise<SentFile> {
  const headers = headersFor(endpoint, options)
  headers.set('accept', 'text/csv, application/json')
  if (body) headers.set('content-type', type)
  if (code !== null) headers.set('code', code)
  const { method } = endpoint
  const signal = AbortSignal.timeout(fileTimeout)
  const { status, ok, disposition, content } = await reached(async () => {
    const init = { method, headers, body, signal, cache: 'no-store' } as const
    const response = await fetch(`/api${address}`, init)
    const sent = response.headers.get('content-disposition') ?? ''
    return { ...statusOf(response), disposition: sent, content: await response.blob() }
  })
  const name = /filename="([^"]+)"/.exec(disposition)?.[1]
  if (!ok || name === undefined) throw problemOf(status, readJson(await content.text()))
  return { content, name }
}

/** The headers of portal.md §7, except `code`. */
function headersFor(endpoint: Endpoint, options: AnyInput): Headers {
  const { credentials, token = storage.get('token'), captcha } = options
  const headers = new Headers({ accept: 'application/json' })
  if (credentials) {
    headers.set('authorization', basicCredentials(credentials.user, credentials.password))
  } else if (endpoint.access !== 'public' && token !== null) {
    headers.set('authorization', `Bearer ${token}`)
  }
  if (endpoint.captcha && captcha) headers.set(captcha.key, captcha.value)
  return headers
}

async function send(
  address: string,
  init: RequestInit,
): Promise<{ status: number; ok: boolean; answer: unknown }> {
  return reached(async () => {
    const response = await fetch(`/api${address}`, { ...init, cache: 'no-store' })
    return { ...statusOf(response), answer: readJson(await response.text()) }
  })
}

const statusOf = ({ status, ok }: Response) => ({ status, ok })

/** What was answered, whole; or the problem that nothing was. */
async function reached<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (cause) {
    throw new ApiProblem({
      code: 'network',
      status: 0,
      httpMessage: problems.internal.message,
      cause,
    })
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
