import {
  type Endpoint,
  type Endpoints,
  eventOf,
  type SuccessInputOf,
} from '../../contract/endpoint.ts'
import type { StatementWrite } from '../database/statement-write.ts'
import type { Call } from './call.ts'
import type { Problem } from './problem.ts'

/** Handles a call of a read, or a call of a write within its transaction. */
export type Run<E extends Endpoint> = (call: Call<E>) => Promise<SuccessInputOf<E>>

/**
 * Returns the response from in-process caches, without I/O or writes. If it throws, the request is handled a second
 * time without caches.
 */
type CachedRun<E extends Endpoint> = (call: Pick<Call<E>, 'who' | 'body'>) => SuccessInputOf<E>

/** A handler that only reads. It runs without a transaction and adds no audit event. */
export interface Read<E extends Endpoint> {
  kind: 'read'
  run: Run<E>
  /**
   * Returns the same response, but reads only caches, for callers whose session and grants are cached
   * (hot-path/fast-path.ts).
   */
  cached?: CachedRun<E>
}

/** A handler that writes in one transaction, together with its audit event. */
export interface Transaction<E extends Endpoint, Prepared = unknown> {
  kind: 'transaction'
  /** Throws if the upload is refused. Called before the body is read. */
  authorizeUpload?(call: Pick<Call<E>, 'who' | 'params'>): void
  /** Slow work, such as hashing a password. Runs before the transaction, without holding a database connection. */
  beforeTransaction?(call: Call<E>): Promise<Prepared>
  run(call: Call<E>, prepared: Prepared): Promise<SuccessInputOf<E>>
}

/**
 * A handler that decides without a transaction, and then writes with one SQL statement that includes the audit event.
 */
export interface Statement<E extends Endpoint> {
  kind: 'statement'
  /**
   * Returns the plan of the write. Called again if the statement writes nothing, because the data that the plan is
   * based on has changed.
   */
  plan(call: Call<E>): Promise<StatementPlan<E>>
}

export type StatementPlan<E extends Endpoint> =
  | { write: StatementWrite; output: SuccessInputOf<E>; onCommitted?: () => void }
  /** Writes, and then throws the problem. The audit event is written if the problem is `audited`. */
  | { write: StatementWrite; refused: Problem }
  /** Writes nothing, and adds no audit event. */
  | { output: SuccessInputOf<E> }
  /** Runs as a transaction, because the write needs several statements. */
  | { transaction: Run<E> }

export type Handler<E extends Endpoint> = Read<E> | Transaction<E> | Statement<E>

/** A handler of an endpoint. A plain function is a read or, if the endpoint declares an audit event, a transaction. */
export type HandlerOf<E extends Endpoint> = Run<E> | Handler<E>

/** Handlers of all operations. A missing one is a type error. */
export type Handlers<A extends Endpoints> = { [K in keyof A]: HandlerOf<A[K]> }

export const cachedRead = <E extends Endpoint>(cached: CachedRun<E>): Read<E> => ({
  kind: 'read',
  run: (call) => Promise.resolve(cached(call)),
  cached,
})

/** Creates a transaction handler. Infers the type that `beforeTransaction` returns and `run` receives. */
export const transaction = <E extends Endpoint, Prepared>(
  steps: Omit<Transaction<E, Prepared>, 'kind'>,
): Transaction<E> => ({ kind: 'transaction', ...steps })

export const statement = <E extends Endpoint>(plan: Statement<E>['plan']): Statement<E> => ({
  kind: 'statement',
  plan,
})

/** Returns the handler of an endpoint. Throws if its kind contradicts the declaration of the endpoint. */
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
  // The confirmation must be consumed in the transaction of the write that it confirms.
  if (handler.kind === 'statement' && endpoint.confirm)
    throw new Error(`${operation} needs a transaction, because it asks for a confirmation.`)
  return handler
}
