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
 * - `public`: everyone.
 * - `signed-in`: the portal's own tokens (the initial token or the token of module 1), which are bound to the browser.
 * - `any-token`: the portal's own tokens, and tokens of other modules, which are not bound to a browser.
 * - a grant: a token of module 1 whose company gives the user that screen (and action), or the matching back function.
 *   API tokens too, unless identity must be confirmed.
 * - several grants: any one of them suffices, for lists that several screens offer for selection.
 */
export type Access = 'public' | 'signed-in' | 'any-token' | Grant | readonly Grant[]

/** Returns the grants that an endpoint names, any one of which suffices. */
export function grantsFor(access: Exclude<Access, string>): readonly Grant[] {
  return 'screen' in access ? [access] : access
}

/**
 * For endpoints where only some calls need a confirmation of identity. The handler reads the locked row, decides, and
 * calls `confirmIdentity`, which refuses API tokens (decision 54).
 */
export interface ConfirmedWhen {
  /** Condition for the OpenAPI document, as a clause such as 'the address of the module changes'. */
  when: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The audit event of a write, and its Portuguese names. */
export interface AuditDeclaration {
  /** Stored name of the event: `service.created`. */
  event: `${string}.${string}`
  /** Title of the operation in the audit log: 'Cadastro de serviço'. */
  title: string
  /**
   * Description of the event in the user's own data: 'Serviço criado'. Operations with the same event have the same
   * description.
   */
  past: string
}

/**
 * Declaration of an endpoint. Its route, access check, audit event, typed client, OpenAPI and tests are derived from
 * this declaration.
 */
export interface Endpoint {
  method: Method
  /** Path without `/api`, with parameters in braces: `/user/{userId}/locks`. */
  path: `/${string}`
  /** One-line summary for the OpenAPI document. */
  summary: string
  access: Access
  /** Whether all or some calls need a confirmation of identity for exactly this write (rulings §5). */
  confirm?: true | ConfirmedWhen
  /**
   * Refuses API tokens even if they have the grant. For credentials of programs (decision 38), and for previews, which
   * take the locks of a write without a confirmation of identity (decision 30).
   */
  refusesApiTokens?: true
  /**
   * Whether the write grants or creates rights, for which delegated rights do not suffice (decision 52).
   * - `always`: the access check refuses callers whose only grant is by delegation, and passes only assigned rights to
   *   the handler.
   * - `sometimes`: only part of the write grants rights. The handler refuses that part (`refuseDelegatedGrant`).
   */
  grantsRights?: 'always' | 'sometimes'
  /** Requires a captcha token; each token is valid for one call (rulings §4). */
  captcha?: true
  /** Accepts `Authorization: Basic`; optional if only some callers have credentials. */
  basic?: 'required' | 'optional'
  /** Audit event written in the same transaction; reads have `none`. */
  audit: 'none' | AuditDeclaration
  /**
   * Permits that the rows come from a standby, up to two seconds old (decision 89). Only for lists and exports that
   * grow with people and events. Access is decided on the primary in any case.
   */
  reads?: 'standby'
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /**
   * Media types of an uploaded file, passed to the handler as bytes. Such an endpoint has no `body` and must set
   * `bodyLimit`.
   */
  upload?: readonly string[]
  /** Maximum body size in bytes, if the schema accepts more than `defaultBodyLimit`. */
  bodyLimit?: number
  /** Schema of `result.data`. For a response other than JSON: its media types (`bytes`), or `redirect`. */
  success: z.ZodType | { bytes: readonly string[] } | { redirect: true }
  /** For a list: its columns, on the screen and in the export. */
  table?: Table<never>
  /** For an export: the operation of its list. */
  exports?: string
  /** Problems that the handler may return, besides those common to all endpoints. Any other error is a 500. */
  problems: readonly ProblemCode[]
}

/** Default maximum body size in bytes, enough for two tokens, or for two passwords with the assertion of a passkey. */
export const defaultBodyLimit = 9216

/** Audit event of every export. The title depends on the export. */
export const listExported = { event: 'list.exported', past: 'Lista exportada' } as const

/** Whether HEAD is handled like GET. False if the GET consumes something such as a one-time code (decision 20). */
export function handlesHead({ method, audit }: Endpoint): boolean {
  return method === 'GET' && audit === 'none'
}

/** Returns the audit event that a call writes; `none` for reads. */
export function eventOf({ audit }: Pick<Endpoint, 'audit'>): string {
  return audit === 'none' ? 'none' : audit.event
}

/** Whether a call only reads. An export counts as a read although it writes an audit event. */
export function isRead({ audit }: Pick<Endpoint, 'audit'>): boolean {
  return audit === 'none' || audit.event === listExported.event
}

export type Endpoints = Readonly<Record<string, Endpoint>>

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined

/** Type of the body that a handler receives after validation. For an upload, the file. */
export type BodyOf<E extends Endpoint> = E['upload'] extends readonly string[]
  ? Upload
  : Output<E['body']>
/** Type of the body that a client sends. For an upload, the file and its media type. */
export type BodyInputOf<E extends Endpoint> = E['upload'] extends readonly string[]
  ? Upload
  : Input<E['body']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type QueryInputOf<E extends Endpoint> = Input<E['query']>
export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type ParamsInputOf<E extends Endpoint> = Input<E['params']>
/** Response body other than JSON. */
export interface Bytes {
  /** The whole content, or a stream that is read only as fast as the client receives it. */
  content: Uint8Array | AsyncIterable<Uint8Array>
  type: string
}
/** Request body that is a file, with its media type. */
export interface Upload {
  content: Uint8Array<ArrayBuffer>
  type: string
}
/** Response that redirects the browser. */
export interface Redirect {
  location: string
}
type OtherThanJson<S> = S extends { redirect: true } ? Redirect : Bytes
/** Type of `result.data`, or of a response other than JSON. */
export type SuccessOf<E extends Endpoint> = E['success'] extends z.ZodType
  ? z.output<E['success']>
  : OtherThanJson<E['success']>
/** Type that a handler returns: the input of the success schema, which removes undeclared fields. */
export type SuccessInputOf<E extends Endpoint> = E['success'] extends z.ZodType
  ? z.input<E['success']>
  : OtherThanJson<E['success']>
