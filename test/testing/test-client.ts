import { api, type Api, type Operation } from '../../contract/api.ts'
import type {
  BodyInputOf,
  Endpoint,
  ParamsInputOf,
  QueryInputOf,
  Upload,
} from '../../contract/endpoint.ts'
import type { Failure } from '../../contract/problems.ts'
import { requireDeclared } from './declared-problem-check.ts'
import { exchange } from './http-exchange.ts'

/** The success data of an operation. */
export type DataOf<K extends Operation> = Api[K]['success'] extends { _zod: { output: infer O } }
  ? O
  : undefined

/** Credentials and address of a call; by default each call has a new address. */
export interface Caller {
  token?: string
  /** Value of the `cookie` header. */
  cookie?: string
  headers?: Record<string, string>
  address?: string
}

/** Part of a call. Forbidden if the endpoint has no such part, optional if all its fields are optional. */
type Part<Name extends string, T> = T extends undefined
  ? { [N in Name]?: never }
  : object extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

export type CallOptions<K extends Operation> = Caller &
  Part<'body', BodyInputOf<Api[K]>> &
  Part<'query', QueryInputOf<Api[K]>> &
  Part<'params', ParamsInputOf<Api[K]>>

// Removes a byte order mark, as `fetch` does.
const utf8 = new TextDecoder()

/**
 * A response with `data` of a success or with `failure`. Reading the wrong property throws an error with the whole
 * response.
 */
export class Answer<T> {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string

  constructor(status: number, headers: Headers, bytes: Buffer) {
    this.status = status
    this.headers = headers
    this.bytes = bytes
    this.text = utf8.decode(bytes)
  }

  get data(): T {
    const { data } = this.#result() as { data?: T }
    if (this.status !== 200 || data === undefined) throw new Error(this.#whole())
    return data
  }

  get failure(): Failure {
    const failure = this.#result() as Failure
    if (this.status < 400 || failure.httpStatus !== this.status) throw new Error(this.#whole())
    return failure
  }

  /** `200`, or status and problem code, such as `401 access-token-expired`. */
  get outcome(): string {
    return this.status === 200 ? '200' : `${this.status} ${this.failure.code}`
  }

  #result(): unknown {
    try {
      return (JSON.parse(this.text) as { result: unknown }).result
    } catch {
      throw new Error(this.#whole())
    }
  }

  #whole(): string {
    return `The answer was ${this.status}: ${this.text.slice(0, 500)}`
  }
}

/** Default headers of every call, the same as those of `fetch`. */
export const defaultHeaders = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate',
  'user-agent': 'node',
}

let addresses = 0

/** Returns a new client address. */
export function nextAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Calls one instance over real HTTP, as browsers and modules do. */
export class TestClient {
  readonly #base: string

  constructor(base: string) {
    this.#base = base
  }

  /** Calls an operation of the contract. Throws if the response is a problem that the operation does not declare. */
  async call<K extends Operation>(
    operation: K,
    options: CallOptions<K>,
  ): Promise<Answer<DataOf<K>>> {
    const { method, path, upload }: Endpoint = api[operation]
    const { params, query, body } = options as Record<string, object | undefined>
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(Reflect.get(params ?? {}, name))),
    )
    const search = query ? `?${new URLSearchParams({ ...query }).toString()}` : ''
    const sent = upload ? sentFile(options, body as Upload) : { body: body && JSON.stringify(body) }
    const answer = await this.request<DataOf<K>>(method, `/api${filled}${search}`, {
      ...options,
      ...sent,
    })
    if (answer.status >= 400) requireDeclared(operation, answer.failure.code)
    return answer
  }

  /** Sends any request. A body is JSON unless the headers say otherwise. */
  async request<T = unknown>(
    method: string,
    path: string,
    { body, ...caller }: Caller & { body?: string | Uint8Array<ArrayBuffer> | undefined } = {},
  ): Promise<Answer<T>> {
    const headers: Record<string, string> = { ...defaultHeaders, ...headersOf(caller) }
    if (body !== undefined) {
      headers['content-type'] ??= 'application/json'
      headers['content-length'] = String(Buffer.byteLength(body))
    }
    const {
      status,
      headers: answered,
      bytes,
    } = await exchange(this.#base + path, {
      method,
      headers,
      body,
    })
    return new Answer<T>(status, answered, bytes)
  }
}

/** Returns the request of an upload: the file as the body, with its media type. */
function sentFile({ headers }: Caller, { content, type }: Upload) {
  return { body: content, headers: { ...headers, 'content-type': type } }
}

function headersOf({ token, cookie, headers, address }: Caller): Record<string, string> {
  return {
    // The test server trusts this header, because the test counts as its only proxy.
    'x-forwarded-for': address ?? nextAddress(),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(cookie !== undefined && { cookie }),
    ...inLowerCase(headers),
  }
}

const inLowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Returns the `Authorization: Basic` header of a user and a password, in UTF-8 (RFC 7617). */
export function basic(user: string | number, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}
