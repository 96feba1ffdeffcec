import fastifyUnderPressure from '@fastify/under-pressure'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { randomUUID } from 'node:crypto'
import { api } from '../contract/api.ts'
import { Attempts } from './attempts/attempts.ts'
import { DeviceCookie } from './attempts/device-cookie.ts'
import { Captcha } from './captcha/captcha.ts'
import { makeCaptchaProvider } from './captcha/captcha-provider.ts'
import { captchaRoutes } from './captcha/captcha-routes.ts'
import { confirmationRoutes } from './confirmations/confirmation-routes.ts'
import { BreachedPasswords } from './passwords/breached-passwords.ts'
import { passwordRoutes } from './passwords/password-routes.ts'
import { PasswordService } from './passwords/password-service.ts'
import { RecoveryService } from './passwords/recovery-service.ts'
import { PasswordCheck } from './sign-in/password-check.ts'
import { Cookie } from './binder/cookie.ts'
import { accessRoutes } from './access/access-routes.ts'
import { AccessService } from './access/access-service.ts'
import { actionRoutes } from './actions/action-routes.ts'
import type { Config } from './config.ts'
import { functionRoutes } from './functions/function-routes.ts'
import { lockRoutes } from './locks/lock-routes.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { profileFunctionRoutes, profileRoutes } from './profiles/profile-routes.ts'
import { moduleRoutes, moduleSecretRoutes } from './modules/module-routes.ts'
import { ModuleSecretService } from './modules/module-secrets.ts'
import { ensureFirstAdministrator } from './first-administrator.ts'
import { registerApiDocs } from './operating/api-docs.ts'
import { answerClientError } from './operating/client-errors.ts'
import { registerEnvelope, sendProblem } from './operating/envelope.ts'
import { registerHealth } from './operating/health.ts'
import { registerJsonBody } from './operating/json-body.ts'
import { registerMetrics } from './operating/metrics.ts'
import { registerSecurityHeaders } from './operating/security-headers.ts'
import { registerWebApp } from './operating/web-app.ts'
import { makeCarriers } from './outbox/carriers.ts'
import { OutboxDelivery } from './outbox/outbox-delivery.ts'
import { registerOutboxPage } from './outbox/outbox-page.ts'
import { CodeExchange } from './sessions/code-exchange.ts'
import { removeOutworn } from './sessions/code-queries.ts'
import { Departures } from './federation/departures.ts'
import { FederatedEntry } from './federation/federated-entry.ts'
import { federationRoutes } from './federation/federation-routes.ts'
import { IdentityProviders } from './federation/identity-providers.ts'
import { ProviderConnections } from './federation/provider-connections.ts'
import { ProviderSignOut } from './federation/provider-sign-out.ts'
import { Returns } from './federation/returns.ts'
import { Guard } from './sessions/guard.ts'
import { SessionMemory } from './sessions/session-memory.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { SessionService } from './sessions/session-service.ts'
import { SessionTokens } from './sessions/session-tokens.ts'
import { loadSigningKeys } from './sessions/signing-keys.ts'
import { bindEndpoints } from './binder/bind.ts'
import { Changes } from './database/changes.ts'
import { after, type Clock, days, hours } from './shared/clock.ts'
import { Confirmations } from './confirmations/confirmations.ts'
import { type Db, openDatabase } from './database/database.ts'
import { Problem } from './binder/problem.ts'
import { Keyring } from './secrets/keyring.ts'
import { serviceRoutes } from './services/service-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { SignInService } from './sign-in/sign-in-service.ts'

/** A server that is wired but does not listen yet. */
export interface App {
  fastify: FastifyInstance
  db: Db
  changes: Changes
  memory: SessionMemory
  keyring: Keyring
  /** Lets what runs finish, then closes everything it opened. */
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  databaseUrl: string
  clock: Clock
  log: Logger
}

const bodyLimit = 1_048_576

/** Wires every part; the database must be migrated. */
export async function createApp({ config, databaseUrl, clock, log }: AppOptions): Promise<App> {
  const onError = (error: Error): void =>
    log.warn({ err: error }, 'an idle database connection broke')
  const pool = openDatabase(databaseUrl, { onError })
  // Tries are counted while a transaction is open; from the same pool, transactions could wait for each other for ever.
  const countingPool = openDatabase(databaseUrl, { max: 4, onError })
  const { db } = pool
  const changes = new Changes(databaseUrl, log)
  await changes.connect()
  const keyring = new Keyring(config.secretsKeys)
  const tokens = new SessionTokens(config.publicUrl, await loadSigningKeys(db, keyring), clock)
  const memory = new SessionMemory(db, changes, clock)
  const guard = new Guard(tokens, memory, clock)
  const sessions = new SessionService({ tokens, guard, clock })
  const attempts = new Attempts(countingPool.db, clock)
  const devices = new DeviceCookie(config.publicUrl, keyring)
  const passwords = new PasswordService({
    clock,
    publicUrl: config.publicUrl,
    breached: new BreachedPasswords(config.breachedPasswordsUrl, log),
  })
  const captcha = new Captcha(makeCaptchaProvider(config, keyring, clock), clock)
  const { publicUrl } = config
  const providers = new IdentityProviders(config, keyring)
  const connections = new ProviderConnections(clock, log)
  const signIn = new SignInService({
    clock,
    keyring,
    passwordMaxAgeDays: config.passwordMaxAgeDays,
  })

  const logger: FastifyBaseLogger = log
  if (
    config.firstAdministrator &&
    (await ensureFirstAdministrator(db, config.firstAdministrator, passwords, clock))
  ) {
    log.info('the first administrator was made; the temporary password is on its way')
  }

  const server: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A logger of its own for each request costs more than most requests; what is logged names the request itself.
    childLoggerFactory: (parent) => parent,
    trustProxy: config.trustProxy,
    bodyLimit,
    // A HEAD that ran its GET would use up one-time codes.
    exposeHeadRoutes: false,
    // What is under way when the server drains is answered, on connections that are open too.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
    // An address that can't be read is answered like one that isn't there.
    frameworkErrors: (_, request, reply) =>
      void sendProblem(request, reply, new Problem('unknown-path')),
  })
  const state = { draining: false }
  registerEnvelope(server)
  registerJsonBody(server)
  registerSecurityHeaders(server, config)
  await server.register(fastifyUnderPressure, {
    maxEventLoopDelay: 2000,
    customError: UnderPressure,
  })
  registerMetrics(server, db, changes)
  registerRefusalLog(server)
  bindEndpoints(
    server,
    {
      db,
      guard,
      changes,
      confirmations: new Confirmations(clock),
      captcha,
      cookie: new Cookie('portaria', config.publicUrl, { maxAge: hours(12), sameSite: 'Strict' }),
    },
    {
      ...signInRoutes({
        passwordCheck: new PasswordCheck({ attempts, devices, clock }),
        service: signIn,
        sessions,
        attempts,
        devices,
      }),
      ...passwordRoutes({
        service: passwords,
        recovery: new RecoveryService({ attempts, passwords }),
        signIn,
        clock,
      }),
      ...captchaRoutes(captcha),
      ...confirmationRoutes({ attempts, devices, clock }),
      ...federationRoutes({
        attempts,
        departures: new Departures({ providers, connections, memory, clock }),
        returns: new Returns({ providers, connections, clock }),
        entry: new FederatedEntry({ sessions, memory, clock }),
        providers,
        publicUrl,
        log,
      }),
      ...sessionRoutes(
        sessions,
        new CodeExchange({ sessions, memory, clock }),
        new ProviderSignOut({ providers, connections, publicUrl, log }),
        clock,
      ),
      ...accessRoutes(new AccessService(clock), sessions),
      ...serviceRoutes,
      ...moduleRoutes({ publicUrl: config.publicUrl }),
      ...moduleSecretRoutes(new ModuleSecretService({ keyring, clock })),
      ...functionRoutes,
      ...actionRoutes,
      ...profileRoutes,
      ...profileFunctionRoutes,
      ...lockRoutes({ clock }),
      ...messageRoutes,
    },
  )
  server.get('/.well-known/jwks.json', (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(tokens.jwks),
  )
  registerHealth(server, db, state)
  await registerApiDocs(server, api, config.publicUrl)
  if (config.demo) registerOutboxPage(server, db)
  await registerWebApp(server, config, captcha.origins)

  const background = startBackground({ db, changes, memory, config, clock, log })
  return {
    fastify: server,
    db,
    changes,
    memory,
    keyring,
    async close() {
      state.draining = true
      await server.close()
      await background.stop()
      await changes.close()
      await countingPool.close()
      await pool.close()
    },
  }
}

class UnderPressure extends Error {
  readonly code = 'FST_UNDER_PRESSURE'
}

/** One line for every refusal and failure; never a query, which may carry a code, nor a body or header. */
function registerRefusalLog(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 400) {
      const { operation } = request.routeOptions.config
      request.log.info(
        {
          requestId: request.id,
          operation,
          method: request.method,
          status: reply.statusCode,
          address: request.ip,
        },
        'refused',
      )
    }
    done()
  })
}

/** What runs beside requests: delivery of messages, last uses, and the removal of what ran out. */
function startBackground(parts: {
  db: Db
  changes: Changes
  memory: SessionMemory
  config: Config
  clock: Clock
  log: Logger
}) {
  const { db, changes, memory, config, clock, log } = parts
  const stopping = new AbortController()
  const sweep = (): void => {
    removeOutworn(db, after(clock.now(), -days(1))).catch((error: unknown) =>
      log.warn({ err: error }, 'cannot remove what ran out'),
    )
  }
  const sweeper = setInterval(sweep, hours(1))
  const running = [
    new OutboxDelivery(db, makeCarriers(config), log).keepDelivering(changes, stopping.signal),
    memory.keepFlushing(stopping.signal, (error) =>
      log.warn({ err: error }, 'cannot write last uses'),
    ),
  ]
  return {
    async stop() {
      clearInterval(sweeper)
      stopping.abort()
      await Promise.all(running)
    },
  }
}
