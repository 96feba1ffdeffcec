import type {
  Access,
  BodyOf,
  ConfirmedWhen,
  Endpoint,
  ParamsOf,
  QueryOf,
} from '../../contract/endpoint.ts'
import type { Principal, SignedInPrincipal } from './principal.ts'
import type { AuditDetails } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'

/** Address, headers and cookies of the request. */
export interface RequestContext {
  id: string
  address: string
  userAgent: string
  /** Value of the cookie that tokens are bound to (decision 4). */
  browser: string | undefined
  /** The `cookie` header. */
  cookies: string | undefined
  authorization: string | undefined
  origin: string | undefined
  /** Whether the client has disconnected. */
  isGone: () => boolean
  /** `sec-fetch-site`. */
  fetchSite: string | undefined
}

/** Consumes the confirmation of identity for this call in its transaction; throws if there is none. */
export type ConfirmIdentity = () => Promise<void>

/** The caller; undefined at public endpoints. Endpoints that a grant opens may be called with an API token. */
type WhoOf<A extends Access> = A extends 'public'
  ? undefined
  : A extends string
    ? SignedInPrincipal
    : Principal

/** A call as its handler receives it: authorized, confirmed, with valid input. */
export interface Call<E extends Endpoint> {
  body: BodyOf<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  who: WhoOf<E['access']>
  /** The transaction of a write, or the database of a read. */
  db: Db
  request: RequestContext
  /** Adds to the audit event that is written with the transaction. */
  audit: (details: AuditDetails) => void
  /** Present if the endpoint declares `confirm.when` (decision 54). */
  confirmIdentity: E['confirm'] extends ConfirmedWhen ? ConfirmIdentity : undefined
  setBrowser: (value: string) => void
  setHeader: (name: string, value: string) => void
  /** Calls `done` once the response has been sent or the client has disconnected. */
  onResponseSent: (done: () => void) => void
}
