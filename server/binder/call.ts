import type {
  Access,
  BodyOf,
  ConfirmedWhen,
  Endpoint,
  Endpoints,
  ParamsOf,
  QueryOf,
  SuccessInputOf,
} from '../../contract/endpoint.ts'
import type { Principal, SignedInPrincipal } from './principal.ts'
import type { Problem } from './problem.ts'
import type { AuditDetails } from '../audit/audit.ts'
import type { BatchedWrite } from '../database/batched-write.ts'
import type { WriteParts } from '../database/write-parts.ts'
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

/** Consumes the confirmation of identity for this call in its transaction; refuses the call if there is none. */
export type ConfirmIdentity = () => Promise<void>

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
  /** Present if the endpoint declares `confirm.when` (decision 54). */
  confirmIdentity: E['confirm'] extends ConfirmedWhen ? ConfirmIdentity : undefined
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
 * What `prepare` answers where all there is to write is one statement: the event goes to the database with it, and no
 * transaction is held open around it. Where it writes nothing, what it rests on changed since it was read: `prepare` is asked
 * anew, and must not answer the same for ever.
 */
export class OneStatement<Output> {
  readonly write: WriteParts | BatchedWrite
  /** What is answered when it is written. */
  readonly output: Output | undefined
  /** A refusal that writes something nevertheless. */
  readonly refused: Problem | undefined
  /** What else is told once it is written, such as a cookie. */
  readonly onceWritten: (() => void) | undefined

  constructor(
    write: WriteParts | BatchedWrite,
    outcome: { output: Output; onceWritten?: () => void } | { refused: Problem },
  ) {
    this.write = write
    this.output = 'output' in outcome ? outcome.output : undefined
    this.refused = 'refused' in outcome ? outcome.refused : undefined
    this.onceWritten = 'onceWritten' in outcome ? outcome.onceWritten : undefined
  }
}

/**
 * A handler in two steps, for a write that first works for long (hashes a password): `prepare` runs before the
 * transaction begins, so that no connection is held meanwhile.
 */
export interface PreparedHandler<E extends Endpoint, P> {
  /** Of an endpoint that says its `bodyLimit`: refuses, before a byte of the body is read, whoever may not send it. */
  admit?(call: Pick<Call<E>, 'who' | 'params'>): void
  prepare(
    call: Call<E>,
  ): Promise<P | NothingToWrite<SuccessInputOf<E>> | OneStatement<SuccessInputOf<E>>>
  write(call: Call<E>, prepared: P): Promise<SuccessInputOf<E>>
}

/** Keeps what `prepare` returns typed for `write`. */
export function prepared<E extends Endpoint, P>(
  steps: PreparedHandler<E, P>,
): PreparedHandler<E, unknown> {
  return steps
}

/** A write that is always one statement, or refused before. */
export function inOneStatement<E extends Endpoint>(
  prepare: (call: Call<E>) => Promise<OneStatement<SuccessInputOf<E>>>,
): PreparedHandler<E, unknown> {
  return { prepare, write: () => Promise.reject(new Error('There is nothing left to write.')) }
}

/** A handler that memory alone answers: it asks nobody, waits for nothing and writes nothing, so it may be asked twice. */
export class FromMemory<E extends Endpoint> {
  readonly answer: (call: Pick<Call<E>, 'who' | 'body'>) => SuccessInputOf<E>

  constructor(answer: (call: Pick<Call<E>, 'who' | 'body'>) => SuccessInputOf<E>) {
    this.answer = answer
  }
}

/** A handler for every operation of a contract file; leaving one out does not compile. */
export type Handlers<A extends Endpoints> = {
  [K in keyof A]: Handler<A[K]> | PreparedHandler<A[K], unknown> | FromMemory<A[K]>
}
