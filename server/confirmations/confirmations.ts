import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf } from '../secrets/random.ts'

/**
 * Verifies the proof of identity for one exact write (rulings §5): the `code` header admits each operation of its
 * confirmation once.
 */
export class Confirmations {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws if the request has no usable confirmation. One statement, without locks. */
  async check(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    if (!(await this.#unused(db, who, endpoint, request).executeTakeFirst()))
      throw new Problem('identity-confirmation-required')
  }

  /** Uses up the confirmation of this request in its transaction. Returns the method of confirmation. */
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

  /** Selects an unused operation of the presented confirmation that matches this request. */
  #unused(db: Db, { session, place }: Principal, endpoint: Endpoint, request: FastifyRequest) {
    // API tokens can't confirm an identity. With `confirm.when` the guard admits them, so they are refused here.
    if (!session) throw new Problem('forbidden')
    const { code } = request.headers
    return (
      db
        .selectFrom('confirmation_operations')
        .innerJoin('confirmations', 'confirmations.digest', 'confirmation_digest')
        .select(['confirmation_operations.id', 'confirmations.method'])
        .where('confirmation_digest', '=', digestOf(typeof code === 'string' ? code : ''))
        .where('session_id', '=', session.id)
        // The token determines the company of a write: the same body in another company is another write.
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
