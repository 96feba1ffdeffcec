import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf } from '../secrets/random.ts'

/**
 * Verifies that the caller has confirmed exactly this write (rulings §5). The `code` header names a confirmation, which
 * admits each of its operations once.
 */
export class Confirmations {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws unless the request has an unused confirmation. Uses one statement, without locks. */
  async check(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    if (!(await this.#unused(db, who, endpoint, request).executeTakeFirst()))
      throw new Problem('identity-confirmation-required')
  }

  /** Uses up the confirmation in the transaction of the request. Returns by which method the identity was confirmed. */
  async consume(
    db: Db,
    who: Principal,
    endpoint: Endpoint,
    request: FastifyRequest,
  ): Promise<string> {
    const unused = this.#unused(db, who, endpoint, request)
      .forUpdate('confirmation_operations')
      .skipLocked()
    const used = await db
      .with('operation', () => unused)
      .updateTable('confirmation_operations')
      .from('operation')
      .set({ used_at: this.#clock.now() })
      .whereRef('confirmation_operations.id', '=', 'operation.id')
      .returning('operation.method')
      .executeTakeFirst()
    if (!used) throw new Problem('identity-confirmation-required')
    return used.method
  }

  /** Selects the unused operation of the confirmation that matches this request. */
  #unused(db: Db, { session, place }: Principal, endpoint: Endpoint, request: FastifyRequest) {
    // API tokens can't confirm an identity. The guard admits them to endpoints with `confirm.when`, so they must be
    // refused here.
    if (!session) throw new Problem('forbidden')
    const { code } = request.headers
    return (
      db
        .selectFrom('confirmation_operations')
        .innerJoin('confirmations', 'confirmations.digest', 'confirmation_digest')
        .select(['confirmation_operations.id', 'confirmations.method'])
        .where('confirmation_digest', '=', digestOf(typeof code === 'string' ? code : ''))
        .where('session_id', '=', session.id)
        // A write belongs to the company of the token, so a confirmation for one company doesn't admit the same body in
        // another.
        .where('company_id', 'is not distinct from', place?.companyId ?? null)
        .where('spid', 'is not distinct from', place?.spid ?? null)
        .where('expires_at', '>', this.#clock.now())
        .where('confirmation_operations.method', '=', endpoint.method)
        .where('path', '=', request.url.replace(/^\/api/, ''))
        .where('body_sha256', '=', hash('sha256', request.bodyBytes ?? ''))
        .where('used_at', 'is', null)
        .limit(1)
    )
  }
}
