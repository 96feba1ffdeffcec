import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { type Brand, readBrand } from './brand/brand.ts'
import { type SignInPolicy, signInPolicies } from '../contract/sign-in-policies.ts'
import { readCnpj } from '../contract/cnpj.ts'
import { foldEmail, isEmail } from '../contract/email-shape.ts'
import { readTracing, type TracingConfig } from './config-tracing.ts'
import { contact, flag, httpAddress, mailServer, number, oneOf, sender } from './config-values.ts'
import type { EncryptionKey } from './secrets/keyring.ts'
import { readDatabaseAddress } from './shared/database-address.ts'
import { maskAddress } from './shared/masked-address.ts'
import { isLoopback } from './shared/loopback.ts'

/** Configuration from environment variables, whose names are in rulings §9. */
export interface Config {
  port: number
  host: string
  /** Origin at which browsers reach this server, and issuer of its tokens. No trailing slash. */
  publicUrl: string
  /** URL of the database; absent means the embedded one in `dataDir`. */
  databaseUrl: string | undefined
  /** URL with the role that owns and migrates the tables; absent if there is only one role. */
  databaseOwnerUrl: string | undefined
  /** URL of a standby that lists and exports may read from; absent if there is none. */
  databaseReadUrl: string | undefined
  /** Whether statements are prepared. `unnamed` is for connection poolers that lose prepared statements. */
  databaseStatements: 'named' | 'unnamed'
  /** Whether the optimisations of server/hot-path are used. */
  hotPath: boolean
  /** Whether last uses of assignments are recorded. */
  accessUses: boolean
  dataDir: string
  /** Whether demo data, the outbox page and the example module are enabled. */
  demo: boolean
  /**
   * Keys for secrets at rest, of 32 bytes each. The first key encrypts. Each value is decrypted with the key whose id
   * it names.
   */
  secretsKeys: readonly EncryptionKey[]
  smtpUrl: string | undefined
  mailFrom: string
  /** Maximum number of bulk mails per minute, such as the invitations of an import. */
  mailRate: number
  smsGateway: { url: string; token: string } | undefined
  /** Trusted proxies, which report client addresses: either how many there are, or their addresses and networks. */
  trustProxy: false | number | string[]
  /** Allows access to `/metrics` from other machines. */
  metricsToken: string | undefined
  /** What the console requires of the sign-in of holders of profiles 1 to 4. */
  consoleSignInPolicy: SignInPolicy
  /** Maximum number of one-time codes for entering modules, per user and hour. */
  codesPerHour: number
  /** Hours after which a recovery with a single proof takes effect. */
  recoveryWaitHours: number
  passwordMaxAgeDays: number
  /** Hours until a change of an e-mail takes effect that only the new mailbox has confirmed (decision 98). */
  emailChangeWaitHours: number
  /** Maximum number of current and future delegations per company. */
  delegationLimit: number
  /** Days after the deletion of a user until their personal data may be erased (decision 42). */
  eraseAfterDays: number
  /** Days for which ended sessions with their tokens, and sent messages, are kept. */
  retentionDays: number
  /** Range endpoint of a service for leaked passwords; absent disables the check. */
  breachedPasswordsUrl: string | undefined
  /** First user of an installation without users. */
  firstAdministrator: { email: string; name: string; association: string; cnpj: string } | undefined
  /**
   * The association's identity provider. Absent means sign-in by password, except for companies with their own
   * provider.
   */
  federation: { issuer: string; clientId: string; clientSecret: string } | undefined
  captcha:
    | { provider: 'altcha' | 'none' }
    | { provider: 'turnstile'; siteKey: string; secret: string; verifyUrl: string }
  clipboard: 'blocked' | 'free'
  brand: Brand
  /** URI for reports of vulnerabilities, published in `/.well-known/security.txt`. */
  securityContact: string | undefined
  /** External destination of audit checkpoints; absent means none. */
  auditCheckpoints: { kind: 'file'; path: string } | { kind: 'address'; url: string } | undefined
  logLevel: (typeof logLevels)[number]
  /** Whether each response is logged, with level `info`. */
  accessLog: boolean
  /** Absent disables tracing. */
  tracing: TracingConfig | undefined
  exampleModulePort: number
  exampleIdpPort: number
}

/** Reads the configuration; throws an error that says what is wrong and how to fix it. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const demo = flag(env, 'DEMO')
  const port = number(env, 'PORT', 3000, 0, 65535)
  const dataDir = resolve(env.DATA_DIR || './data')
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '')
  if (!URL.canParse(publicUrl) || new URL(publicUrl).origin !== publicUrl) {
    throw new Error(
      `PUBLIC_URL must be an origin such as https://acesso.example, not "${maskAddress(publicUrl)}".`,
    )
  }
  if (
    !demo &&
    !publicUrl.startsWith('https://') &&
    !/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(publicUrl)
  ) {
    throw new Error('PUBLIC_URL must be https: tokens would travel in the clear.')
  }
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    throw new Error(
      'DATABASE_OWNER_URL needs DATABASE_URL beside it: the role the server works as.',
    )
  if (env.DATABASE_READ_URL && !env.DATABASE_URL)
    throw new Error('DATABASE_READ_URL needs DATABASE_URL beside it: the primary of the standby.')
  return {
    port,
    host: env.HOST || '127.0.0.1',
    publicUrl,
    databaseUrl: readDatabaseAddress(env, 'DATABASE_URL'),
    databaseOwnerUrl: readDatabaseAddress(env, 'DATABASE_OWNER_URL'),
    databaseReadUrl: readDatabaseAddress(env, 'DATABASE_READ_URL', 'standby'),
    databaseStatements: oneOf(env, 'DATABASE_STATEMENTS', ['named', 'unnamed']),
    hotPath: oneOf(env, 'HOT_PATH', ['on', 'off']) === 'on',
    accessUses: oneOf(env, 'ACCESS_USES', ['on', 'off']) === 'on',
    dataDir,
    demo,
    secretsKeys: readSecretsKeys(env, dataDir),
    smtpUrl: readSmtp(env, demo),
    mailFrom: sender(env, 'MAIL_FROM', 'Gestão de Acesso <nao-responda@portaria.example>'),
    mailRate: number(env, 'MAIL_RATE', 30, 1, 6000),
    smsGateway: readSmsGateway(env),
    trustProxy: readTrustProxy(env),
    metricsToken: readMetricsToken(env),
    captcha: readCaptcha(env, demo),
    firstAdministrator: readFirstAdministrator(env),
    consoleSignInPolicy: oneOf(env, 'CONSOLE_SIGN_IN_POLICY', signInPolicies),
    codesPerHour: number(env, 'CODES_PER_HOUR', 600, 1, 1_000_000_000),
    // Only upwards: the wait is the time in which others can cancel a recovery.
    recoveryWaitHours: number(env, 'RECOVERY_WAIT_HOURS', 24, 24, 720),
    passwordMaxAgeDays: number(env, 'PASSWORD_MAX_AGE_DAYS', 90, 1, 3650),
    // At least 72, so that the old mailbox has time to cancel. Links work for 7 days.
    emailChangeWaitHours: number(env, 'EMAIL_CHANGE_WAIT_HOURS', 72, 72, 144),
    delegationLimit: number(env, 'DELEGATION_LIMIT', 2, 1, 100),
    // The default is six months, the required retention of access records (Marco Civil da Internet, art. 15).
    eraseAfterDays: number(env, 'ERASE_AFTER_DAYS', 184, 0, 3650),
    // At least six months, as above.
    retentionDays: number(env, 'RETENTION_DAYS', 184, 184, 3650),
    breachedPasswordsUrl: readBreachedPasswords(env, demo),
    federation: readFederation(env),
    clipboard: oneOf(env, 'CLIPBOARD', ['blocked', 'free']),
    brand: readBrand(env),
    securityContact: contact(env, 'SECURITY_CONTACT'),
    auditCheckpoints: readAuditCheckpoints(env),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, demo ? 'warn' : 'info'),
    accessLog: flag(env, 'ACCESS_LOG'),
    tracing: readTracing(env),
    exampleModulePort: number(env, 'EXAMPLE_MODULE_PORT', port + 1, 1, 65535),
    exampleIdpPort: number(env, 'EXAMPLE_IDP_PORT', port + 2, 1, 65535),
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Reads `SMTP_URL`. Required outside the demo, since codes and temporary passwords are mailed; `none` disables mail.
 */
function readSmtp(env: NodeJS.ProcessEnv, demo: boolean): string | undefined {
  if (env.SMTP_URL === 'none') return undefined
  const url = mailServer(env, 'SMTP_URL')
  if (url === undefined && !demo)
    throw new Error(
      'SMTP_URL is needed: codes, invitations and temporary passwords go by mail. Set smtp://user:password@host:587, or none to send no mail.',
    )
  return url
}

function readSmsGateway(env: NodeJS.ProcessEnv): Config['smsGateway'] {
  const url = httpAddress(env, 'SMS_GATEWAY_URL')
  return url === undefined ? undefined : { url, token: env.SMS_GATEWAY_TOKEN ?? '' }
}

/** Reads `ADMIN_EMAIL` and the variables that it requires. */
function readFirstAdministrator(env: NodeJS.ProcessEnv): Config['firstAdministrator'] {
  const {
    ADMIN_EMAIL: email,
    ADMIN_NAME: name,
    ASSOCIATION_NAME: association,
    ASSOCIATION_CNPJ: typed = '',
  } = env
  if (!email) return undefined
  const cnpj = readCnpj(typed)
  if (!name || !association || cnpj === undefined) {
    throw new Error(
      'ADMIN_EMAIL needs ADMIN_NAME, ASSOCIATION_NAME and a valid ASSOCIATION_CNPJ beside it.',
    )
  }
  const address = foldEmail(email).toLowerCase()
  if (!isEmail(address)) throw new Error(`ADMIN_EMAIL must be an e-mail address, not "${email}".`)
  return { email: address, name, association, cnpj }
}

/**
 * Reads `TRUST_PROXY`. The rate limits count the client addresses that trusted proxies report. Refuses `true` and a
 * network that contains every address, since clients could then forge their address.
 */
function readTrustProxy(env: NodeJS.ProcessEnv): Config['trustProxy'] {
  const value = env.TRUST_PROXY ?? ''
  if (value === '' || value === 'false' || value === '0') return false
  if (/^[1-9]\d?$/.test(value)) return Number(value)
  const networks = value.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  throw new Error(
    `TRUST_PROXY must be the number of proxies in front, or their addresses and networks such as 10.0.0.0/8, not "${value}".`,
  )
}

/** Whether this is an IP, or a network in CIDR notation that does not contain every address. */
function isNetwork(network: string): boolean {
  const [address = '', length, ...rest] = network.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return (
    length === undefined ||
    (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128))
  )
}

/** Reads `METRICS_TOKEN`. The minimum length prevents guessing. */
function readMetricsToken({ METRICS_TOKEN: token }: NodeJS.ProcessEnv): string | undefined {
  if (!token) return undefined
  if (!/^[\x21-\x7e]{16,}$/.test(token))
    throw new Error('METRICS_TOKEN must have at least 16 characters, without spaces.')
  return token
}

/** Reads `CAPTCHA_PROVIDER`. The default is `altcha`; `none` is accepted only in a demo. */
function readCaptcha(env: NodeJS.ProcessEnv, demo: boolean): Config['captcha'] {
  const provider = env.CAPTCHA_PROVIDER ?? 'altcha'
  if (provider === 'altcha') return { provider }
  if (provider === 'none') {
    if (!demo) throw new Error('CAPTCHA_PROVIDER=none is refused unless DEMO is set.')
    return { provider }
  }
  if (provider !== 'turnstile')
    throw new Error(`CAPTCHA_PROVIDER must be altcha, turnstile or none, not "${provider}".`)
  const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env
  if (!siteKey || !secret)
    throw new Error('CAPTCHA_PROVIDER=turnstile needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET.')
  const verifyUrl =
    httpAddress(env, 'CAPTCHA_VERIFY_URL') ??
    'https://challenges.cloudflare.com/turnstile/v0/siteverify'
  return { provider, siteKey, secret, verifyUrl }
}

/**
 * Reads `BREACHED_PASSWORDS_URL`. The default is the public service; in a demo, and with `none`, the check is disabled.
 */
function readBreachedPasswords(env: NodeJS.ProcessEnv, demo: boolean): string | undefined {
  const url =
    env.BREACHED_PASSWORDS_URL ?? (demo ? 'none' : 'https://api.pwnedpasswords.com/range/')
  if (url === 'none') return undefined
  if (!URL.canParse(url) || !(url.startsWith('https://') || isLoopback(url)))
    throw new Error(
      `BREACHED_PASSWORDS_URL must be an https address or none, not "${maskAddress(url)}".`,
    )
  return url
}

/**
 * Reads the association's provider. The issuer is kept exactly as the provider spells it. It must be an https URL, or
 * an http URL of this machine.
 */
function readFederation(env: NodeJS.ProcessEnv): Config['federation'] {
  const issuer = env.FEDERATION_ISSUER
  const clientId = env.FEDERATION_CLIENT_ID
  const clientSecret = env.FEDERATION_CLIENT_SECRET
  if (!issuer) return undefined
  if (!URL.canParse(issuer) || !(issuer.startsWith('https://') || isLoopback(issuer))) {
    throw new Error(`FEDERATION_ISSUER must be an https address, not "${maskAddress(issuer)}".`)
  }
  if (!clientId || !clientSecret) {
    throw new Error(
      'FEDERATION_CLIENT_ID and FEDERATION_CLIENT_SECRET are needed beside FEDERATION_ISSUER.',
    )
  }
  return { issuer, clientId, clientSecret }
}

/** Reads `AUDIT_CHECKPOINTS`: a file to append to, in an existing folder, or a URL to send to. */
function readAuditCheckpoints({
  AUDIT_CHECKPOINTS: place,
}: NodeJS.ProcessEnv): Config['auditCheckpoints'] {
  if (!place) return undefined
  if (place.includes('://')) {
    if (!URL.canParse(place) || !(place.startsWith('https://') || isLoopback(place)))
      throw new Error(
        `AUDIT_CHECKPOINTS must be a file or an https address, not "${maskAddress(place)}".`,
      )
    return { kind: 'address', url: place }
  }
  const path = resolve(place)
  if (!existsSync(dirname(path)))
    throw new Error(`AUDIT_CHECKPOINTS names a file in ${dirname(path)}, which does not exist.`)
  return { kind: 'file', path }
}

/**
 * Reads `SECRETS_KEYS=id:base64,id2:base64`; the first key encrypts. With the embedded database, the default is a key that is
 * generated beside the data. Required with DATABASE_URL, since all processes must have the same keys.
 */
function readSecretsKeys(env: NodeJS.ProcessEnv, dataDir: string): Config['secretsKeys'] {
  if (env.SECRETS_KEYS) {
    const keys = env.SECRETS_KEYS.split(',').map((entry) => {
      const [id, encoded] = entry.split(':')
      const key = Buffer.from(encoded ?? '', 'base64')
      if (!id || key.length !== 32)
        throw new Error('SECRETS_KEYS must be id:base64 of 32 bytes, comma separated.')
      return { id, key }
    })
    if (new Set(keys.map(({ id }) => id)).size < keys.length)
      throw new Error('SECRETS_KEYS must give each key an id of its own.')
    return keys
  }
  if (env.DATABASE_URL) {
    throw new Error(
      'SECRETS_KEYS is needed beside DATABASE_URL: generate one with `echo a:$(openssl rand -base64 32)`.',
    )
  }
  const file = join(dataDir, 'secrets.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  }
  return [{ id: 'data-dir', key: Buffer.from(readFileSync(file, 'utf8'), 'base64') }]
}
