import type {
  Access,
  BodyOf,
  ConfirmedWhen,
  Endpoint,
  ParamsOf,
  QueryOf,
} from '../../contract/endpoint.ts'
import type { Principal, SignedInPrincipal } from './principal.ts'
import type { AuditDetails, BulkAuditDetails } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'

/** Address, headers and cookies of the request. */
export interface RequestContext {
  id: string
  address: string
  userAgent: string
  /** Value of the cookie to which tokens are bound (decision 4). */
  browser: string | undefined
  /** Value of the `cookie` header. */
  cookies: string | undefined
  authorization: string | undefined
  origin: string | undefined
  /** Whether the client has disconnected. */
  isGone: () => boolean
  /** Value of the `sec-fetch-site` header. */
  fetchSite: string | undefined
}

/** Consumes the confirmation of identity for this call, in the transaction of the call. Throws if there is none. */
export type ConfirmIdentity = () => Promise<void>

/**
 * Runs a read on a standby if the endpoint declares `reads: 'standby'`, the session has not just written, and a standby
 * has current data; otherwise on the primary, if necessary a second time (pipeline/standby-routing.ts). Must not be called
 * in a transaction, because it takes a connection of its own.
 */
export type RunRead = <T>(run: (db: Db) => Promise<T>) => Promise<T>

/**
 * Type of the caller; undefined at public endpoints. An endpoint that a grant opens may also be called with an API
 * token.
 */
type WhoOf<A extends Access> = A extends 'public'
  ? undefined
  : A extends string
    ? SignedInPrincipal
    : Principal

/**
 * Type of the details that a handler may add to its audit event. A write of several records must refuse API tokens: it
 * must always require a confirmation, or be `refusesApiTokens`.
 */
type DetailsOf<E extends Endpoint> = E extends { confirm: true } | { refusesApiTokens: true }
  ? BulkAuditDetails
  : AuditDetails

/** A call as its handler receives it: authorized, confirmed, and with valid input. */
export interface Call<E extends Endpoint> {
  body: BodyOf<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  who: WhoOf<E['access']>
  /** For a write its transaction, for a read the connection pool. */
  db: Db
  read: RunRead
  request: RequestContext
  /** Adds details to the audit event, which is written in the same transaction. */
  audit: (details: DetailsOf<E>) => void
  /**
   * Declares that the call changed nothing, because the data already was as requested. A transaction then adds no audit
   * event, unless the caller has confirmed their identity.
   */
  nothingChanged: () => void
  /** Method by which the caller has confirmed their identity; undefined without `confirm: true`. */
  confirmedBy: string | undefined
  /** Present if the endpoint declares `confirm.when` (decision 54). */
  confirmIdentity: E['confirm'] extends ConfirmedWhen ? ConfirmIdentity : undefined
  setBrowser: (value: string) => void
  setHeader: (name: string, value: string) => void
  /** Calls `done` once the response has been sent or the client has disconnected. */
  onResponseSent: (done: () => void) => void
}
