import type {
  Access,
  BodyOf,
  Endpoint,
  Endpoints,
  ParamsOf,
  QueryOf,
  SuccessInputOf,
} from '../../contract/endpoint.ts'
import type { Principal, SignedInPrincipal } from './principal.ts'
import type { AuditDetails } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'

/** Where a call came from and what it showed. */
export interface RequestFacts {
  id: string
  address: string
  userAgent: string
  /** Value of the browser's cookie. */
  browser: string | undefined
  /** The whole `cookie` header, for cookies that few endpoints know. */
  cookies: string | undefined
  authorization: string | undefined
  origin: string | undefined
  /** Whether the caller has hung up meanwhile. */
  isGone: () => boolean
  /** `sec-fetch-site`: how the page that asks is related to this server, as its browser says. */
  fetchSite: string | undefined
}

/** The caller: always known, except at public endpoints, where it never is; at those that a grant opens perhaps a program. */
type WhoOf<A extends Access> = A extends 'public'
  ? undefined
  : A extends string
    ? SignedInPrincipal
    : Principal

/** One call as a handler sees it: admitted, confirmed and checked. */
export interface Call<E extends Endpoint> {
  body: BodyOf<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  who: WhoOf<E['access']>
  /** The transaction of a write, or the database of a read. */
  db: Db
  request: RequestFacts
  /** Adds to the audit event that is written with the transaction. */
  audit: (details: AuditDetails) => void
  setBrowser: (value: string) => void
  setHeader: (name: string, value: string) => void
  /** Does this when the answer has been sent, or the caller is gone. */
  whenAnswered: (done: () => void) => void
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<SuccessInputOf<E>>

/** What `prepare` answers where the call changes nothing: no transaction begins, and the trail gets no event. */
export class NothingToWrite<Output> {
  readonly output: Output

  constructor(output: Output) {
    this.output = output
  }
}

/**
 * A handler in two steps, for a write that first works for long (hashes a password): `prepare` runs before the
 * transaction begins, so that no connection is held meanwhile.
 */
export interface PreparedHandler<E extends Endpoint, P> {
  /** Of an endpoint that says its `bodyLimit`: refuses, before a byte of the body is read, whoever may not send it. */
  admit?(call: Pick<Call<E>, 'who' | 'params'>): void
  prepare(call: Call<E>): Promise<P | NothingToWrite<SuccessInputOf<E>>>
  write(call: Call<E>, prepared: P): Promise<SuccessInputOf<E>>
}

/** Keeps what `prepare` returns typed for `write`. */
export function prepared<E extends Endpoint, P>(
  steps: PreparedHandler<E, P>,
): PreparedHandler<E, unknown> {
  return steps
}

/** A handler for every operation of a contract file; leaving one out does not compile. */
export type Handlers<A extends Endpoints> = {
  [K in keyof A]: Handler<A[K]> | PreparedHandler<A[K], unknown>
}
