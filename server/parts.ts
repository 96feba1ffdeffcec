import type { Logger } from 'pino'
import { loadAuditKey } from './audit/sealing/audit-key.ts'
import { RateLimiter } from './rate-limits/rate-limiter.ts'
import { DeviceCookie } from './rate-limits/device-cookie.ts'
import { Captcha } from './captcha/captcha.ts'
import { makeCaptchaProvider } from './captcha/captcha-provider.ts'
import type { Config } from './config.ts'
import { Changes } from './database/changes.ts'
import { SingleStatements } from './audit/statement-writer.ts'
import { StatementNames } from './hot-path/statement-names.ts'
import { WriteBatches } from './hot-path/write-batches.ts'
import { openDatabase } from './database/database.ts'
import { isDatabaseUnavailable } from './database/database-unavailable.ts'
import { StandbyReads } from './database/standby-reads.ts'
import { WriteAvailability } from './database/write-availability.ts'
import { TotpSecrets } from './factors/totp-secrets.ts'
import { IdentityProviders } from './federation/identity-providers.ts'
import { ProviderConnections } from './federation/provider-connections.ts'
import { StandbyRouting } from './pipeline/standby-routing.ts'
import { BreachedPasswords } from './passwords/breached-passwords.ts'
import { PasskeyChallenges } from './passkeys/passkey-challenges.ts'
import { PasswordService } from './passwords/password-service.ts'
import { hashing } from './secrets/password-hash.ts'
import { Keyring } from './secrets/keyring.ts'
import { AccessUses } from './sessions/access-uses.ts'
import { ApiTokenAuthenticator } from './sessions/api-token-authenticator.ts'
import { ApiTokenCache } from './sessions/api-token-cache.ts'
import { Guard } from './sessions/guard.ts'
import { SessionCache } from './sessions/session-cache.ts'
import { SessionService } from './sessions/session-service.ts'
import { SessionTokens } from './sessions/session-tokens.ts'
import { loadSigningKeys } from './sessions/signing-keys.ts'
import type { Clock } from './shared/clock.ts'
import { SignInService } from './sign-in/sign-in-service.ts'

/** Dependencies of the process that tests replace. */
export interface Environment {
  config: Config
  databaseUrl: string
  clock: Clock
  log: Logger
}

/** Shared services; each resource lists those that it needs and creates its own. */
export type Dependencies = Awaited<ReturnType<typeof makeDependencies>>

/** Creates the shared services once; the database must be migrated. `close` releases their resources. */
export async function makeDependencies({ config, databaseUrl, clock, log }: Environment) {
  const onError = (error: Error): void =>
    log.warn({ err: error }, 'an idle database connection broke')
  const changes = new Changes(databaseUrl, log)
  const writes = new WriteAvailability(databaseUrl, log)
  const onFailure = (error: unknown): void => writes.note(error)
  const statementNames =
    config.hotPath && config.databaseStatements === 'named' ? () => new StatementNames() : undefined
  const onCommitNotice = (payload: string): void => changes.onNotify(payload)
  const pool = openDatabase(databaseUrl, {
    reserved: 8,
    onError,
    onFailure,
    statementNames,
    onCommitNotice,
  })
  // Rate limits are counted while a transaction is open. With connections of the same pool, transactions could deadlock
  // on each other.
  const countingPool = openDatabase(databaseUrl, {
    name: 'counters',
    max: 4,
    reserved: 1,
    onError,
    onFailure,
    statementNames,
  })
  // The sealer holds an advisory lock on its connection, so it needs a connection of its own.
  const sealingPool = openDatabase(databaseUrl, { max: 1, onError, onFailure, statementNames })
  const pools = [countingPool, sealingPool, pool]
  const standby =
    config.databaseReadUrl === undefined
      ? undefined
      : new StandbyReads({ readUrl: config.databaseReadUrl, databaseUrl, log, statementNames })
  const renewConnections = (): void => {
    for (const one of pools) one.renewConnections()
  }
  writes.onChange(renewConnections)
  changes.onVanish(renewConnections)
  const { db } = pool
  await changes.connect()
  const keyring = new Keyring(config.secretsKeys)
  const auditKey = await loadAuditKey(db, keyring, config.publicUrl)
  // Tokens are verified while a transaction is open, so keys are read with the connections for counting.
  const signingKeys = await loadSigningKeys(db, keyring, {
    source: countingPool.db,
    onError: (error) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'cannot use the signing keys')
    },
  })
  signingKeys.follow(changes)
  const tokens = new SessionTokens(config.publicUrl, signingKeys, clock)
  const accessUses = config.accessUses ? new AccessUses(db) : undefined
  const sessionCache = new SessionCache(db, changes, clock, undefined, accessUses)
  const apiTokens = new ApiTokenCache({ db, changes, clock })
  const rateLimiter = new RateLimiter(countingPool.db, clock)
  const programs = new ApiTokenAuthenticator({
    tokens: apiTokens,
    sessionCache,
    rateLimiter,
    clock,
  })
  const guard = new Guard({ tokens, sessionCache, programs, clock })
  return {
    config,
    clock,
    log,
    db,
    statements: config.hotPath ? new WriteBatches(db) : new SingleStatements(db),
    sealingDb: sealingPool.db,
    /** For short statements that must not wait behind those of `db`. */
    countingDb: countingPool.db,
    standby,
    routing: standby && new StandbyRouting({ standby, publicUrl: config.publicUrl, clock }),
    admissions: {
      database: pool.admission,
      counters: countingPool.admission,
      passwords: hashing,
      ...(standby && { standby: standby.admission }),
    },
    auditKey,
    changes,
    writes,
    keyring,
    tokens,
    sessionCache,
    apiTokens,
    guard,
    sessions: new SessionService({ tokens, guard, clock }),
    passkeyChallenges: new PasskeyChallenges({ keyring, clock }),
    totpSecrets: new TotpSecrets({ keyring, clock }),
    rateLimiter,
    devices: new DeviceCookie(config.publicUrl, keyring),
    captcha: new Captcha(makeCaptchaProvider(config, keyring, clock), clock),
    providers: new IdentityProviders(config, keyring),
    connections: new ProviderConnections(clock, log),
    signIn: new SignInService({
      rateLimiter,
      clock,
      keyring,
      passwordMaxAgeDays: config.passwordMaxAgeDays,
    }),
    passwords: new PasswordService({
      clock,
      keyring,
      publicUrl: config.publicUrl,
      breached: new BreachedPasswords(config.breachedPasswordsUrl, log),
    }),
    async close() {
      writes.close()
      await standby?.close()
      await changes.close()
      for (const one of pools) await one.close()
    },
  }
}
