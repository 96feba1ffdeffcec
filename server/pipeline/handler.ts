import {
  type Endpoint,
  type Endpoints,
  eventOf,
  type SuccessInputOf,
} from '../../contract/endpoint.ts'
import type { StatementWrite } from '../database/statement-write.ts'
import type { Call } from './call.ts'
import type { Problem } from './problem.ts'

/** Handles a call of a read, or within a transaction. */
export type Run<E extends Endpoint> = (call: Call<E>) => Promise<SuccessInputOf<E>>

/** Returns the response from in-process caches: no I/O, no writes. The request may be handled a second time. */
type CachedRun<E extends Endpoint> = (call: Pick<Call<E>, 'who' | 'body'>) => SuccessInputOf<E>

/** Reads. No transaction is opened and no audit event is written. */
export interface Read<E extends Endpoint> {
  kind: 'read'
  run: Run<E>
  /** Returns the same response from caches only, for callers with cached session and grants (hot-path/fast-path.ts). */
  cached?: CachedRun<E>
}

/** Writes in one transaction together with its audit event. */
export interface Transaction<E extends Endpoint, Prepared = unknown> {
  kind: 'transaction'
  /** Refuses an upload before its body is read. */
  authorizeUpload?(call: Pick<Call<E>, 'who' | 'params'>): void
  /** Slow work such as hashing a password: no database connection is held during it. */
  beforeTransaction?(call: Call<E>): Promise<Prepared>
  run(call: Call<E>, prepared: Prepared): Promise<SuccessInputOf<E>>
}

/** Decides without a transaction, then writes with one SQL statement that includes the audit event. */
export interface Statement<E extends Endpoint> {
  kind: 'statement'
  /** Called again if the statement writes nothing, because what the plan was based on has changed. */
  plan(call: Call<E>): Promise<StatementPlan<E>>
}

export type StatementPlan<E extends Endpoint> =
  | { write: StatementWrite; output: SuccessInputOf<E>; onCommitted?: () => void }
  /** Writes and refuses. The audit event is written if the problem is `audited`. */
  | { write: StatementWrite; refused: Problem }
  /** Nothing to write: no audit event. */
  | { output: SuccessInputOf<E> }
  /** The write needs several statements. */
  | { transaction: Run<E> }

export type Handler<E extends Endpoint> = Read<E> | Transaction<E> | Statement<E>

/** A plain function stands for a read or, if the endpoint declares an audit event, for a transaction. */
export type HandlerOf<E extends Endpoint> = Run<E> | Handler<E>

/** A handler for each operation; a missing one is a type error. */
export type Handlers<A extends Endpoints> = { [K in keyof A]: HandlerOf<A[K]> }

export const cachedRead = <E extends Endpoint>(cached: CachedRun<E>): Read<E> => ({
  kind: 'read',
  run: (call) => Promise.resolve(cached(call)),
  cached,
})

/** Infers the type that `beforeTransaction` returns and `run` receives. */
export const transaction = <E extends Endpoint, Prepared>(
  steps: Omit<Transaction<E, Prepared>, 'kind'>,
): Transaction<E> => ({ kind: 'transaction', ...steps })

export const statement = <E extends Endpoint>(plan: Statement<E>['plan']): Statement<E> => ({
  kind: 'statement',
  plan,
})

/** Returns the handler of an endpoint; throws if its kind does not fit what the endpoint declares. */
export function handlerOf(
  operation: string,
  endpoint: Endpoint,
  given: HandlerOf<Endpoint> | undefined,
): Handler<Endpoint> {
  if (!given) throw new Error(`${operation} has no handler.`)
  const reads = endpoint.audit === 'none'
  const handler: Handler<Endpoint> =
    typeof given === 'function' ? { kind: reads ? 'read' : 'transaction', run: given } : given
  if ((handler.kind === 'read') !== reads)
    throw new Error(
      `${operation} declares audit: ${eventOf(endpoint)}, its handler is a ${handler.kind}.`,
    )
  // The confirmation is consumed in the transaction of the write that it confirms.
  if (handler.kind === 'statement' && endpoint.confirm)
    throw new Error(`${operation} needs a transaction, because it asks for a confirmation.`)
  return handler
}
