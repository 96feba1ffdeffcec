import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { api } from '../contract/api.ts'
import { writeVerifierKey } from './audit/log/signed-note.ts'
import { bindEndpoints } from './pipeline/bind.ts'
import { Cookie } from './pipeline/cookie.ts'
import { Confirmations } from './confirmations/confirmations.ts'
import type { Changes } from './database/changes.ts'
import type { Db } from './database/database.ts'
import { ensureFirstAdministrator } from './first-administrator.ts'
import { constraintMeanings, handlersOf } from './handlers.ts'
import { registerApiDocs } from './operating/api-docs.ts'
import { startBackground } from './operating/background.ts'
import { deferEnd } from './hot-path/deferred-end.ts'
import { openFastPath } from './hot-path/fast-path.ts'
import { registerHealth } from './operating/health.ts'
import { createHttpServer } from './operating/http-server.ts'
import { registerMetrics } from './operating/metrics.ts'
import { watchMethods } from './operating/other-methods.ts'
import { limitPipelining } from './operating/pipelining.ts'
import { Pressure } from './operating/pressure.ts'
import { servePages } from './operating/security-headers.ts'
import { limitRequestStarts } from './operating/limit-request-starts.ts'
import { traceRequests } from './operating/trace-requests.ts'
import { Traffic } from './operating/traffic.ts'
import { PublishedAssets } from './operating/published-assets.ts'
import { registerWebApp, webAppFolder } from './operating/web-app.ts'
import { registerWellKnownFiles } from './operating/well-known.ts'
import { registerOutboxPage } from './outbox/outbox-page.ts'
import { warnOfHost } from './passkeys/host-warnings.ts'
import { makeDependencies, type Environment } from './parts.ts'
import type { Keyring } from './secrets/keyring.ts'
import type { ApiTokenCache } from './sessions/api-token-cache.ts'
import type { SessionCache } from './sessions/session-cache.ts'
import type { PasswordService } from './passwords/password-service.ts'
import type { SessionService } from './sessions/session-service.ts'
import { hours } from './shared/clock.ts'

/** A configured server that does not listen yet. */
export interface App {
  fastify: FastifyInstance
  db: Db
  changes: Changes
  sessionCache: SessionCache
  sessions: SessionService
  apiTokens: ApiTokenCache
  keyring: Keyring
  /** Files of the web app. `publish` must be called before the server listens. */
  publishedAssets: PublishedAssets
  /** Waits for requests in progress, then closes the server and its resources. */
  close(): Promise<void>
}

/** Creates the first administrator of an installation without users (docs/operating.md). */
async function createAdministrator(
  { config, log, clock }: Environment,
  db: Db,
  passwords: PasswordService,
): Promise<void> {
  const { firstAdministrator, smtpUrl } = config
  if (!firstAdministrator) return
  const sendsMail = smtpUrl !== undefined
  const result = await ensureFirstAdministrator(db, firstAdministrator, passwords, clock, sendsMail)
  if (result === 'created')
    log.info('the first administrator was created; the temporary password is sent by mail')
  if (result === 'no-mail')
    log.warn(
      'the first administrator is created at the first start with SMTP_URL, which sends the temporary password',
    )
}

/** Creates the server; the database must be migrated. */
export async function createApp(environment: Environment): Promise<App> {
  const { config, log, clock } = environment
  const parts = await makeDependencies(environment)
  const { db, changes, sessionCache, sessions, apiTokens, keyring, captcha } = parts
  await createAdministrator(environment, db, parts.passwords)
  await warnOfHost(db, config, log)

  const traffic = new Traffic(config.hotPath ? deferEnd() : undefined)
  const pressure = new Pressure()
  const server = await createHttpServer(config, log, traffic, pressure)
  limitRequestStarts(server, parts.guard)
  const refuseOtherMethods = watchMethods(server)
  registerMetrics(server, traffic, parts)
  const cachedReads = bindEndpoints(
    server,
    {
      ...parts,
      confirmations: new Confirmations(clock),
      cookie: new Cookie('portaria', config.publicUrl, { maxAge: hours(12), sameSite: 'Strict' }),
      constraintMeanings,
    },
    handlersOf(parts),
  )
  server.get('/.well-known/jwks.json', (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(parts.tokens.jwks),
  )
  server.get('/.well-known/audit-log.vkey', (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${writeVerifierKey(parts.auditKey)}\n`),
  )
  registerHealth(server, { ...parts, db: parts.countingDb }, traffic)
  registerWellKnownFiles(server, config, clock)
  await registerApiDocs(server, api, config)
  if (config.demo)
    await server.register(async (scope) => {
      servePages(scope, config)
      registerOutboxPage(scope, db, keyring, config.brand.palette !== undefined)
    })
  const published = new PublishedAssets(db, clock, webAppFolder)
  await registerWebApp(server, config, captcha.origins, published)
  refuseOtherMethods()
  if (config.hotPath) openFastPath(server, { cachedReads, pressure, config })
  traceRequests(server, traffic)
  limitPipelining(server)

  const background = startBackground({ ...parts, published })
  return {
    fastify: server,
    db,
    changes,
    sessionCache,
    sessions,
    apiTokens,
    keyring,
    publishedAssets: published,
    async close() {
      traffic.draining = true
      // Responses whose head is written are sent first (traffic.ts). Their connections are then idle and are closed
      // too.
      await setImmediate()
      await server.close()
      await background.stop()
      await parts.close()
    },
  }
}
