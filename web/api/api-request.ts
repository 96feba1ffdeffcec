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

/** Writes that require a confirmation if they change certain fields; sent by `callConfirmedWhere`. */
export type SometimesSensitiveOperation = {
  [O in Operation]: Api[O] extends { confirm: ConfirmedWhen } ? O : never
}[Operation]

/** Writes that require a confirmation of identity; sent only by `callConfirmed` (rulings §5). */
export type SensitiveOperation =
  | { [O in Operation]: Api[O] extends { confirm: true } ? O : never }[Operation]
  | SometimesSensitiveOperation

/** All other operations; sent by `call`. */
export type PlainOperation = Exclude<Operation, SensitiveOperation>

/** A part of the input of a call, required if the operation declares it. */
export type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value }

/** Result of a passed captcha: `key` is the header name, `value` the token (portal.md §7). */
export type CaptchaMessage = z.output<typeof captchaMessage>

/**
 * Result of the captcha, or null if it failed. A required property if the contract demands a captcha, so that no screen
 * forgets it.
 */
type CaptchaPart<E extends Endpoint> = E extends { captcha: true }
  ? { captcha: CaptchaMessage | null }
  : { captcha?: undefined }

interface CallOptions {
  /** Basic credentials, for the sign-in. */
  credentials?: { user: string; password: string }
  /** Bearer token, if it is not the stored `token` of this tab. */
  token?: string | null
  signal?: AbortSignal
}

/** Input of an operation: the parts that its contract declares, and options. */
export type CallInput<O extends Operation> = Part<'params', ParamsInputOf<Api[O]>> &
  Part<'query', QueryInputOf<Api[O]>> &
  Part<'body', BodyInputOf<Api[O]>> &
  CaptchaPart<Api[O]> &
  CallOptions

/** Arguments after the operation; optional if nothing is required. */
export type CallArguments<O extends Operation> =
  object extends CallInput<O> ? [input?: CallInput<O>] : [input: CallInput<O>]

/** Input of any operation, without its exact types. */
export interface AnyInput extends CallOptions {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  captcha?: CaptchaMessage | null | undefined
}

/**
 * A call that is ready to be sent. Its body is serialised once, so that the confirmed bytes are the bytes sent (rulings
 * §5).
 */
export interface PreparedCall<O extends Operation> {
  operation: O
  route: CallRoute
  /** Path with parameters and query, without `/api`. */
  address: string
  body: Uint8Array<ArrayBuffer> | null
  /** Content type of the body. */
  type: string
  options: AnyInput
}

/** Fills in the address and serialises the body. */
export function prepare<O extends Operation>(
  operation: O,
  ...input: CallArguments<O>
): PreparedCall<O>
export function prepare(operation: Operation, options: AnyInput = {}): PreparedCall<Operation> {
  const route = callRoutes[operation]
  const address = addressOf(route, options)
  if (route.upload) {
    // The contract declares that the body of an upload has this type.
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
  const defined = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    defined.map(([name, value]) => [name, String(value)]),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}
