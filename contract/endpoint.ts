import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'
import type { ScreenAction, ScreenPath } from './screens.ts'
import type { Table } from './table.ts'

/** A permission: a screen (a front function of module 1), alone or with one of its actions (rulings §5). */
export type Grant =
  | { screen: ScreenPath; action?: never }
  | { [S in ScreenPath]: { screen: S; action: ScreenAction<S> } }[ScreenPath]

/**
 * Who may call an endpoint.
 * - `public`: anybody.
 * - `signed-in`: the portal's own tokens, that is the initial token or the token of module 1, bound to the browser.
 * - `any-token`: those and the tokens of every other module, which are not bound to a browser.
 * - a grant: a token of module 1 whose company gives the user that screen (and action), or the matching back function; an
 *   API token too, where identity needn't be confirmed.
 * - several grants: any one of them, for lists from which several screens let people choose.
 */
export type Access = 'public' | 'signed-in' | 'any-token' | Grant | readonly Grant[]

/** The grants that an endpoint names; holding one of them is enough. */
export function grantsFor(access: Exclude<Access, string>): readonly Grant[] {
  return 'screen' in access ? [access] : access
}

/**
 * For endpoints where only some calls need the confirmation. The handler decides from the locked row and calls
 * `confirmIdentity`, which refuses API tokens (decision 54).
 */
export interface ConfirmedWhen {
  /** Condition as a clause for the OpenAPI document, such as 'the address of the module changes'. */
  when: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The one declaration of an endpoint: route, guard, audit row, typed client, OpenAPI and tests are made from it. */
export interface Endpoint {
  method: Method
  /** The path without `/api`, its parameters in braces: `/user/{userId}/locks`. */
  path: `/${string}`
  /** One line for whoever reads the OpenAPI document. */
  summary: string
  access: Access
  /** Whether all or some calls need a confirmation of identity for exactly this write (rulings §5). */
  confirm?: true | ConfirmedWhen
  /** Closed to API tokens, though a grant opens it: what programs hold is managed by people (decision 38). */
  peopleOnly?: true
  /**
   * Whether the write grants or creates rights, which a delegation never allows (decision 52).
   * - `always`: the guard refuses callers whose only grant is by delegation, and passes only assigned rights to the handler.
   * - `sometimes`: only part of the write grants rights; the handler refuses that part (`requireGranting`).
   */
  grantsRights?: 'always' | 'sometimes'
  /** Calls are refused without a captcha token; a token serves a single call (rulings §4). */
  captcha?: true
  /** Takes `Authorization: Basic`; optional where only some callers have a name and secret to show. */
  basic?: 'required' | 'optional'
  /** The event written to the audit trail in the same transaction; reads say `none`. */
  audit: 'none' | `${string}.${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The media types of a body that is a file, taken as its bytes; such an endpoint has no `body` and says its `bodyLimit`. */
  upload?: readonly string[]
  /** The longest body in bytes, where `defaultBodyLimit` is less than the schema lets through. */
  bodyLimit?: number
  /** The shape of `result.data`; or, where the answer is no JSON, its media types (`bytes`) or `redirect`. */
  success: z.ZodType | { bytes: readonly string[] } | { redirect: true }
  /** Of a list: its rows as a table. */
  table?: Table<never>
  /** Of an export: the operation of its list. */
  exports?: string
  /** What the handler may answer beside the problems every endpoint shares; anything else thrown is a 500. */
  problems: readonly ProblemCode[]
}

/** The longest body in bytes of an endpoint that says nothing else: room for two tokens. */
export const defaultBodyLimit = 8192

/** Whether HEAD is answered like the GET: not where a GET uses something up, such as a one-time code (decision 20). */
export function answersHead({ method, audit }: Endpoint): boolean {
  return method === 'GET' && audit === 'none'
}

/** Whether a call only reads: it leaves no event, or one that says what was exported. */
export function isRead({ audit }: Pick<Endpoint, 'audit'>): boolean {
  return audit === 'none' || audit === 'list.exported'
}

export type Endpoints = Readonly<Record<string, Endpoint>>

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler gets as body after the checks; of an upload the file. */
export type BodyOf<E extends Endpoint> = E['upload'] extends readonly string[]
  ? Upload
  : Output<E['body']>
/** What a client sends as body; of an upload the file with one of its media types. */
export type BodyInputOf<E extends Endpoint> = E['upload'] extends readonly string[]
  ? Upload
  : Input<E['body']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type QueryInputOf<E extends Endpoint> = Input<E['query']>
export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type ParamsInputOf<E extends Endpoint> = Input<E['params']>
/** Bytes that an endpoint answers instead of JSON. */
export interface Bytes {
  /** Whole; or some at a time, each asked for when the one before has left. */
  content: Uint8Array | AsyncIterable<Uint8Array>
  type: string
}
/** A file that an endpoint takes instead of JSON, with its media type. */
export interface Upload {
  content: Uint8Array<ArrayBuffer>
  type: string
}
/** Where a browser is sent instead of getting an answer. */
export interface Redirect {
  location: string
}
type OtherThanJson<S> = S extends { redirect: true } ? Redirect : Bytes
/** What a client finds under `result.data`, or the bytes. */
export type SuccessOf<E extends Endpoint> = E['success'] extends z.ZodType
  ? z.output<E['success']>
  : OtherThanJson<E['success']>
/** What a handler returns: the input of the success schema, which strips everything undeclared. */
export type SuccessInputOf<E extends Endpoint> = E['success'] extends z.ZodType
  ? z.input<E['success']>
  : OtherThanJson<E['success']>
