import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** `/api/health/live` and `/api/health/ready`: ready means migrated, connected and not draining (rulings §9). */
export function registerHealth(
  fastify: FastifyInstance,
  { db, log }: { db: Db; log: FastifyBaseLogger },
  state: { readonly draining: boolean },
): void {
  fastify.get('/api/health/live', () => ({ result: { data: { status: 'live' } } }))
  fastify.get('/api/health/ready', async (_, reply) => {
    const ready =
      !state.draining && (await isConnected(db, (error) => log.warn({ err: error }, 'not ready')))
    return reply
      .code(ready ? 200 : 503)
      .send({ result: { data: { status: ready ? 'ready' : 'not ready' } } })
  })
}

async function isConnected(db: Db, onError: (error: unknown) => void): Promise<boolean> {
  try {
    await sql`select from schema_migrations limit 1`.execute(db)
    return true
  } catch (error) {
    onError(error)
    return false
  }
}
