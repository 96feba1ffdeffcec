import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Principal } from '../binder/principal.ts'
import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { digestOf } from '../secrets/random.ts'

/** Proof of identity for the exact write (rulings §5): the `code` header opens what its confirmation named, once. */
export class Confirmations {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Uses up the confirmation of this very request within its transaction; returns how identity was confirmed. */
  async consume(
    db: Db,
    who: Principal,
    endpoint: Endpoint,
    request: FastifyRequest,
  ): Promise<string> {
    const { code } = request.headers
    if (typeof code !== 'string') throw new Problem('identity-confirmation-required')
    const digest = digestOf(code)
    const now = this.#clock.now()
    const confirmation = await db
      .selectFrom('confirmations')
      .select('method')
      .where('digest', '=', digest)
      .where('session_id', '=', who.session.id)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    const opened =
      confirmation && (await this.#useOperation(db, digest, endpoint.method, request, now))
    if (!opened) throw new Problem('identity-confirmation-required')
    return confirmation.method
  }

  async #useOperation(
    db: Db,
    digest: Buffer,
    method: string,
    request: FastifyRequest,
    now: Date,
  ): Promise<boolean> {
    const path = request.url.replace(/^\/api/, '')
    const operation = await db
      .selectFrom('confirmation_operations')
      .select('id')
      .where('confirmation_digest', '=', digest)
      .where('method', '=', method)
      .where('path', '=', path)
      .where('body_sha256', '=', hash('sha256', request.bodyBytes ?? ''))
      .where('used_at', 'is', null)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!operation) return false
    await db
      .updateTable('confirmation_operations')
      .set({ used_at: now })
      .where('id', '=', operation.id)
      .execute()
    return true
  }
}
