import type { Server } from 'node:http'
import pino from 'pino'
import type { Api } from '../../contract/api.ts'
import { bindEndpoints } from '../../server/pipeline/bind.ts'
import type { Handlers } from '../../server/pipeline/handler.ts'
import { Cookie } from '../../server/pipeline/cookie.ts'
import type { CachedReads } from '../../server/pipeline/cached-reads.ts'
import { readConfig } from '../../server/config.ts'
import { Confirmations } from '../../server/confirmations/confirmations.ts'
import { constraintMeanings, handlersOf } from '../../server/handlers.ts'
import { createHttpServer } from '../../server/operating/http-server.ts'
import { Pressure } from '../../server/operating/pressure.ts'
import { Traffic } from '../../server/operating/traffic.ts'
import { makeDependencies, type Dependencies } from '../../server/parts.ts'
import { hours } from '../../server/shared/clock.ts'
import { type BareDatabase, createBareDatabase } from './bare-database.ts'
import type { Visitor } from './builders.ts'
import { facts } from './session-world.ts'
import { testEnvironment } from './test-environment.ts'
import { type Caller, TestClient } from './test-client.ts'

/** A server with all endpoints over real HTTP and without background jobs. A test can replace handlers. */
export interface BoundServer extends BareDatabase {
  parts: Dependencies
  cachedReads: CachedReads
  http: Server
  client: TestClient
  /** Log lines of the server. */
  log: string[]
  /** Creates a session of the user. Returns its console token or its initial token. */
  enter(person: Visitor, where?: 'in the console' | 'nowhere yet'): Promise<Caller>
}

export async function createBoundServer(own: Partial<Handlers<Api>>): Promise<BoundServer> {
  const bare = await createBareDatabase()
  const { clock, url: databaseUrl } = bare
  const config = readConfig(testEnvironment(3000, databaseUrl))
  const log: string[] = []
  const parts = await makeDependencies({
    config,
    databaseUrl,
    clock,
    log: pino({ level: 'silent' }),
  })
  const server = await createHttpServer(
    config,
    pino({ level: 'error' }, { write: (line) => void log.push(line) }),
    new Traffic(),
    new Pressure(),
  )
  const cookie = new Cookie('portaria', config.publicUrl, {
    maxAge: hours(12),
    sameSite: 'Strict',
  })
  const cachedReads = bindEndpoints(
    server,
    { ...parts, confirmations: new Confirmations(clock), cookie, constraintMeanings },
    { ...handlersOf(parts), ...own },
  )
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...bare,
    parts,
    cachedReads,
    http: server.server,
    client: new TestClient(address),
    log,
    async enter(person, where = 'in the console') {
      const begun = await parts.sessions.begin(bare.db, {
        userId: person.id,
        method: 'password',
        amr: ['pwd'],
        request: facts(),
      })
      const caller = { token: begun.accessToken, cookie: `portaria=${begun.browser}` }
      if (where === 'nowhere yet') return caller
      const session = await parts.sessionCache.liveSession(begun.sessionId)
      if (!session) throw new Error('The session is not alive.')
      const place = { moduleId: person.module.id, companyId: person.company.id, spid: null }
      return { ...caller, token: await parts.sessions.issueToken(bare.db, session, place) }
    },
    async close() {
      await server.close()
      await parts.close()
      await bare.close()
    },
  }
}
