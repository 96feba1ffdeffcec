import type { z } from 'zod'
import type { Api, Operation } from '../../contract/api.ts'
import type { captchaMessage } from '../../contract/captcha.ts'
import type {
  BodyInputOf,
  ConfirmedWhen,
  Endpoint,
  ParamsInputOf,
  QueryInputOf,
  Upload,
} from '../../contract/endpoint.ts'
import { callRoutes, type CallRoute } from './call-routes.ts'

/** Writes that are refused without proof of identity where they change certain things: sent by `callConfirmedWhere`. */
export type SometimesSensitiveOperation = {
  [O in Operation]: Api[O] extends { confirm: ConfirmedWhen } ? O : never
}[Operation]

/** Writes that are refused without proof of identity: sent by `callConfirmed` alone (rulings §5). */
export type SensitiveOperation =
  | { [O in Operation]: Api[O] extends { confirm: true } ? O : never }[Operation]
  | SometimesSensitiveOperation

/** All other operations: sent by `call`. */
export type PlainOperation = Exclude<Operation, SensitiveOperation>

/** A part of the input of a call, which is given where the operation declares it. */
export type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value }

/** The message of a captcha that was passed: its `key` is the header, its `value` the token (portal.md §7). */
export type CaptchaMessage = z.output<typeof captchaMessage>

/** Required where the contract asks for a captcha, so that no screen forgets it; null where the captcha failed. */
type CaptchaPart<E extends Endpoint> = E extends { captcha: true }
  ? { captcha: CaptchaMessage | null }
  : { captcha?: undefined }

interface CallOptions {
  /** Basic credentials, of the sign-in. */
  credentials?: { user: string; password: string }
  /** The bearer, where it isn't the stored `token` of this tab's place. */
  token?: string | null
  signal?: AbortSignal
}

/** What an operation is called with: the parts that its declaration has, and options. */
export type CallInput<O extends Operation> = Part<'params', ParamsInputOf<Api[O]>> &
  Part<'query', QueryInputOf<Api[O]>> &
  Part<'body', BodyInputOf<Api[O]>> &
  CaptchaPart<Api[O]> &
  CallOptions

/** The arguments after the operation; nothing where nothing is needed. */
export type CallArguments<O extends Operation> =
  object extends CallInput<O> ? [input?: CallInput<O>] : [input: CallInput<O>]

/** The same for whichever operation it is. */
export interface AnyInput extends CallOptions {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  captcha?: CaptchaMessage | null | undefined
}

/**
 * A call that is ready to be sent; its body is serialised once, so that the confirmed bytes are the sent bytes
 * (rulings §5).
 */
export interface PreparedCall<O extends Operation> {
  operation: O
  route: CallRoute
  /** The path with its parameters filled in and the query behind it, as the specification writes it, without `/api`. */
  address: string
  body: Uint8Array<ArrayBuffer> | null
  /** What the body is. */
  type: string
  options: AnyInput
}

/** Fills in address and body. */
export function prepare<O extends Operation>(
  operation: O,
  ...input: CallArguments<O>
): PreparedCall<O>
export function prepare(operation: Operation, options: AnyInput = {}): PreparedCall<Operation> {
  const route = callRoutes[operation]
  const address = addressOf(route, options)
  if (route.upload) {
    // What an upload is called with, as its declaration says.
    const { content, type } = options.body as Upload
    return { operation, route, address, body: content, type, options }
  }
  const body =
    options.body === undefined ? null : new TextEncoder().encode(JSON.stringify(options.body))
  return { operation, route, address, body, type: 'application/json', options }
}

function addressOf(route: CallRoute, { params = {}, query = {} }: AnyInput): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}
