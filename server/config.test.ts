import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandPalette } from './brand/brand-palette.ts'
import { variables } from './shared/variables.ts'
import { type Config, readConfig } from './config.ts'
import {
  administrator,
  type Env,
  federation,
  inBase64,
  key,
  production,
  turnstile,
} from '../test/testing/production-environment.ts'

const newerKey = Buffer.alloc(32, 2)
const sms = { SMS_GATEWAY_URL: 'https://sms.example', SMS_GATEWAY_TOKEN: 'ficha' }
const firstAdministrator = {
  email: 'ana@associacao.example',
  name: 'Ana',
  association: 'Associação',
  cnpj: '11222333000181',
}
const provider = {
  issuer: 'https://idp.example/tenant',
  clientId: 'portaria',
  clientSecret: 'segredo',
}
const cloudflare = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const hosted = { provider: 'turnstile', siteKey: 'site', secret: 'segredo' } as const

const defaultBrand = { name: undefined, logo: undefined, palette: undefined, help: undefined }
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
const tracing = {
  url: 'http://collector:4318/v1/traces',
  serviceName: 'portaria',
  sampledShare: 1,
  timeout: 10_000,
  compression: 'none',
} as const
const favicon = join(import.meta.dirname, '../web/public/favicon.svg')

/** A variable, its value, other required variables, and the expected configuration. */
type Row = [variable: string, value: string, beside: Env, config: Partial<Config>]

const rows: Row[] = [
  ['PORT', '0', {}, { port: 0 }],
  ['PORT', '65000', {}, { port: 65000, exampleModulePort: 65001, exampleIdpPort: 65002 }],
  ['HOST', '0.0.0.0', {}, { host: '0.0.0.0' }],
  ['PUBLIC_URL', 'https://portaria.example//', {}, { publicUrl: 'https://portaria.example' }],
  ['PUBLIC_URL', 'http://localhost:8080', {}, { publicUrl: 'http://localhost:8080' }],
  ['PUBLIC_URL', 'http://127.0.0.1', {}, { publicUrl: 'http://127.0.0.1' }],
  ['PUBLIC_URL', 'http://lan.example', { DEMO: '1' }, { publicUrl: 'http://lan.example' }],
  ['DATABASE_URL', 'postgres://other/db', {}, { databaseUrl: 'postgres://other/db' }],
  [
    'DATABASE_OWNER_URL',
    'postgres://owner@other/db',
    {},
    { databaseOwnerUrl: 'postgres://owner@other/db' },
  ],
  [
    'DATABASE_READ_URL',
    'postgres://standby,other/db',
    {},
    { databaseReadUrl: 'postgres://standby,other/db?target_session_attrs=standby' },
  ],
  [
    'DATABASE_TLS',
    'unverified',
    { DATABASE_URL: 'postgres://other/db?sslmode=require' },
    { databaseUrl: 'postgres://other/db?sslmode=no-verify' },
  ],
  ['PGSSLMODE', 'disable', {}, { databaseUrl: `${production.DATABASE_URL}?sslmode=disable` }],
  ['DATABASE_STATEMENTS', 'unnamed', {}, { databaseStatements: 'unnamed' }],
  ['DATABASE_STATEMENTS', 'named', {}, { databaseStatements: 'named' }],
  ['HOT_PATH', 'off', {}, { hotPath: false }],
  ['ACCESS_USES', 'off', {}, { accessUses: false }],
  ['DATA_DIR', '/srv/portaria', {}, { dataDir: '/srv/portaria' }],
  ['DEMO', '1', {}, { demo: true, breachedPasswordsUrl: undefined }],
  ['DEMO', 'true', {}, { demo: true }],
  ['DEMO', '0', {}, { demo: false }],
  ['DEMO', 'false', {}, { demo: false }],
  ['DEMO', '', {}, { demo: false }],
  [
    'SECRETS_KEYS',
    `b:${inBase64(newerKey)},a:${inBase64(key)}`,
    {},
    {
      secretsKeys: [
        { id: 'b', key: newerKey },
        { id: 'a', key },
      ],
    },
  ],
  ...['smtp://other.example:587', 'smtps://user:p%40ss@other.example', 'SMTP://other.example'].map(
    (url): Row => ['SMTP_URL', url, {}, { smtpUrl: url }],
  ),
  ['SMTP_URL', 'none', {}, { smtpUrl: undefined }],
  ['SMTP_URL', '', { DEMO: '1' }, { smtpUrl: undefined }],
  ['MAIL_FROM', 'a@b.example', {}, { mailFrom: 'a@b.example' }],
  ['MAIL_FROM', 'Portal <a@b.example>', {}, { mailFrom: 'Portal <a@b.example>' }],
  ['MAIL_RATE', '1', {}, { mailRate: 1 }],
  ['MAIL_RATE', '6000', {}, { mailRate: 6000 }],
  [
    'SMS_GATEWAY_URL',
    sms.SMS_GATEWAY_URL,
    {},
    { smsGateway: { url: sms.SMS_GATEWAY_URL, token: '' } },
  ],
  ['SMS_GATEWAY_TOKEN', 'ficha', sms, { smsGateway: { url: sms.SMS_GATEWAY_URL, token: 'ficha' } }],
  ['SMS_GATEWAY_TOKEN', 'ficha', {}, { smsGateway: undefined }],
  ['TRUST_PROXY', '2', {}, { trustProxy: 2 }],
  ['TRUST_PROXY', 'false', {}, { trustProxy: false }],
  ['TRUST_PROXY', '10.0.0.0/8', {}, { trustProxy: ['10.0.0.0/8'] }],
  ['TRUST_PROXY', '127.0.0.1, fd00::/8', {}, { trustProxy: ['127.0.0.1', 'fd00::/8'] }],
  ['METRICS_TOKEN', 'dezesseis-letras', {}, { metricsToken: 'dezesseis-letras' }],
  ['CAPTCHA_PROVIDER', 'altcha', {}, { captcha: { provider: 'altcha' } }],
  ['CAPTCHA_PROVIDER', 'none', { DEMO: '1' }, { captcha: { provider: 'none' } }],
  ['CAPTCHA_PROVIDER', 'turnstile', turnstile, { captcha: { ...hosted, verifyUrl: cloudflare } }],
  [
    'CAPTCHA_SITE_KEY',
    's2',
    turnstile,
    { captcha: { ...hosted, siteKey: 's2', verifyUrl: cloudflare } },
  ],
  [
    'CAPTCHA_SECRET',
    's3',
    turnstile,
    { captcha: { ...hosted, secret: 's3', verifyUrl: cloudflare } },
  ],
  [
    'CAPTCHA_VERIFY_URL',
    'https://v.example',
    turnstile,
    { captcha: { ...hosted, verifyUrl: 'https://v.example' } },
  ],
  ['ADMIN_EMAIL', administrator.ADMIN_EMAIL, administrator, { firstAdministrator }],
  [
    'ADMIN_NAME',
    'Bia',
    administrator,
    { firstAdministrator: { ...firstAdministrator, name: 'Bia' } },
  ],
  ['ADMIN_NAME', 'Bia', {}, { firstAdministrator: undefined }],
  [
    'ASSOCIATION_NAME',
    'Outra',
    administrator,
    { firstAdministrator: { ...firstAdministrator, association: 'Outra' } },
  ],
  [
    'ASSOCIATION_CNPJ',
    '12.abc.345/01de-35',
    administrator,
    { firstAdministrator: { ...firstAdministrator, cnpj: '12ABC34501DE35' } },
  ],
  ['CONSOLE_SIGN_IN_POLICY', 'passkey', {}, { consoleSignInPolicy: 'passkey' }],
  ['CODES_PER_HOUR', '60', {}, { codesPerHour: 60 }],
  ['RECOVERY_WAIT_HOURS', '24', {}, { recoveryWaitHours: 24 }],
  ['RECOVERY_WAIT_HOURS', '720', {}, { recoveryWaitHours: 720 }],
  ['PASSWORD_MAX_AGE_DAYS', '1', {}, { passwordMaxAgeDays: 1 }],
  ['RETENTION_DAYS', '184', {}, { retentionDays: 184 }],
  ['RETENTION_DAYS', '3650', {}, { retentionDays: 3650 }],
  ['ERASE_AFTER_DAYS', '0', {}, { eraseAfterDays: 0 }],
  ['ERASE_AFTER_DAYS', '3650', {}, { eraseAfterDays: 3650 }],
  ['PASSWORD_MAX_AGE_DAYS', '3650', {}, { passwordMaxAgeDays: 3650 }],
  ['EMAIL_CHANGE_WAIT_HOURS', '144', {}, { emailChangeWaitHours: 144 }],
  ['DELEGATION_LIMIT', '1', {}, { delegationLimit: 1 }],
  ['DELEGATION_LIMIT', '100', {}, { delegationLimit: 100 }],
  ['BREACHED_PASSWORDS_URL', 'none', {}, { breachedPasswordsUrl: undefined }],
  [
    'BREACHED_PASSWORDS_URL',
    'https://b.example/',
    { DEMO: '1' },
    { breachedPasswordsUrl: 'https://b.example/' },
  ],
  [
    'BREACHED_PASSWORDS_URL',
    'http://127.0.0.1:9/',
    {},
    { breachedPasswordsUrl: 'http://127.0.0.1:9/' },
  ],
  ['FEDERATION_ISSUER', federation.FEDERATION_ISSUER, federation, { federation: provider }],
  ...['http://localhost:3002', 'http://127.0.0.1:3002', 'http://[::1]:3002'].map((issuer): Row => [
    'FEDERATION_ISSUER',
    issuer,
    federation,
    { federation: { ...provider, issuer } },
  ]),
  ['FEDERATION_CLIENT_ID', 'outra', federation, { federation: { ...provider, clientId: 'outra' } }],
  [
    'FEDERATION_CLIENT_SECRET',
    'outro',
    federation,
    { federation: { ...provider, clientSecret: 'outro' } },
  ],
  ['FEDERATION_CLIENT_SECRET', 'outro', {}, { federation: undefined }],
  ['CLIPBOARD', 'free', {}, { clipboard: 'free' }],
  ['CLIPBOARD', 'blocked', {}, { clipboard: 'blocked' }],
  ['CLIPBOARD', '', {}, { clipboard: 'blocked' }],
  [
    'AUDIT_CHECKPOINTS',
    '/tmp/heads',
    {},
    { auditCheckpoints: { kind: 'file', path: '/tmp/heads' } },
  ],
  ...['https://heads.example/log', 'http://127.0.0.1:9/'].map((url): Row => [
    'AUDIT_CHECKPOINTS',
    url,
    {},
    { auditCheckpoints: { kind: 'address', url } },
  ]),
  ['AUDIT_CHECKPOINTS', '', {}, { auditCheckpoints: undefined }],
  ['SECURITY_CONTACT', 's@x.example', {}, { securityContact: 'mailto:s@x.example' }],
  [
    'SECURITY_CONTACT',
    'https://x.example/aviso',
    {},
    { securityContact: 'https://x.example/aviso' },
  ],
  ['ACCESS_LOG', '1', {}, { accessLog: true }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', {}, { tracing }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/', {}, { tracing }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '', {}, { tracing: undefined }],
  ...[
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '500', { timeout: 500 }] as const,
    ['OTEL_EXPORTER_OTLP_COMPRESSION', 'gzip', { compression: 'gzip' }] as const,
    ['OTEL_EXPORTER_OTLP_CERTIFICATE', favicon, {}] as const,
    ['OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE', favicon, {}] as const,
    ['OTEL_EXPORTER_OTLP_CLIENT_KEY', favicon, {}] as const,
    ['OTEL_SERVICE_NAME', 'acesso', { serviceName: 'acesso' }] as const,
    ['OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=prod', {}] as const,
    ['OTEL_TRACES_SAMPLER', 'always_off', { sampledShare: 0 }] as const,
    ['OTEL_TRACES_SAMPLER', 'parentbased_always_on', { sampledShare: 1 }] as const,
    ['OTEL_TRACES_SAMPLER', 'traceidratio', { sampledShare: 1 }] as const,
  ].map(([variable, value, changed]): Row => [
    variable,
    value,
    traced,
    { tracing: { ...tracing, ...changed } },
  ]),
  [
    'OTEL_TRACES_SAMPLER_ARG',
    '0.25',
    { ...traced, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' },
    { tracing: { ...tracing, sampledShare: 0.25 } },
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '0.25', traced, { tracing }],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'authorization=Bearer%20segredo=,x-tenant=a',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector' },
    { tracing: { ...tracing, url: 'https://collector/v1/traces' } },
  ],
  ['SECURITY_CONTACT', '', {}, { securityContact: undefined }],
  ['BRAND_NAME', ' Conexão Sul ', {}, { brand: { ...defaultBrand, name: 'Conexão Sul' } }],
  ['BRAND_NAME', '', {}, { brand: defaultBrand }],
  ['BRAND_ACCENT', '', {}, { brand: defaultBrand }],
  ['BRAND_ACCENT', '#6D28D9', {}, { brand: { ...defaultBrand, palette: brandPalette('#6d28d9') } }],
  [
    'BRAND_LOGO',
    favicon,
    {},
    { brand: { ...defaultBrand, logo: { type: 'image/svg+xml', bytes: readFileSync(favicon) } } },
  ],
  ...[
    ['ajuda@x.example', 'ajuda@x.example', 'mailto:ajuda@x.example'],
    ['https://x.example/ajuda', 'x.example/ajuda', 'https://x.example/ajuda'],
    ['+55 (41) 3333-0000', '+55 (41) 3333-0000', 'tel:+554133330000'],
  ].map(([value = '', text = '', url = '']): Row => [
    'HELP_CONTACT',
    value,
    {},
    { brand: { ...defaultBrand, help: { text, url } } },
  ]),
  ['LOG_LEVEL', 'debug', {}, { logLevel: 'debug' }],
  ['LOG_LEVEL', '', { DEMO: '1' }, { logLevel: 'warn' }],
  ['EXAMPLE_MODULE_PORT', '4001', {}, { exampleModulePort: 4001 }],
  ['EXAMPLE_IDP_PORT', '4002', {}, { exampleIdpPort: 4002 }],
]

test('a production server with the minimum configuration has all protections enabled', () => {
  expect(readConfig(production)).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'https://acesso.example',
    databaseUrl: 'postgres://database.example/portaria',
    databaseOwnerUrl: undefined,
    databaseReadUrl: undefined,
    databaseStatements: 'named',
    hotPath: true,
    accessUses: true,
    dataDir: '/var/lib/portaria',
    demo: false,
    secretsKeys: [{ id: 'a', key }],
    smtpUrl: 'smtp://mail.example',
    mailRate: 30,
    mailFrom: 'Gestão de Acesso <nao-responda@portaria.example>',
    smsGateway: undefined,
    trustProxy: false,
    metricsToken: undefined,
    recoveryWaitHours: 24,
    passwordMaxAgeDays: 90,
    emailChangeWaitHours: 72,
    delegationLimit: 2,
    eraseAfterDays: 184,
    retentionDays: 184,
    breachedPasswordsUrl: 'https://api.pwnedpasswords.com/range/',
    codesPerHour: 600,
    consoleSignInPolicy: 'none',
    firstAdministrator: undefined,
    federation: undefined,
    captcha: { provider: 'altcha' },
    clipboard: 'blocked',
    brand: defaultBrand,
    securityContact: undefined,
    auditCheckpoints: undefined,
    logLevel: 'info',
    accessLog: false,
    tracing: undefined,
    exampleModulePort: 3001,
    exampleIdpPort: 3002,
  } satisfies Config)
})

test.each(rows)('%s=%s', (variable, value, beside, expected) => {
  expect(readConfig({ ...production, ...beside, [variable]: value })).toMatchObject(expected)
})

test('no variable without a row is read, not even NODE_ENV', () => {
  const asked = new Set<string>()
  for (const [variable, value, beside] of rows) {
    const env: Env = { ...production, ...beside, [variable]: value }
    readConfig(
      new Proxy(env, {
        get(target, name) {
          asked.add(String(name))
          return target[String(name)]
        },
      }),
    )
  }
  expect([...asked].toSorted()).toEqual([...new Set(rows.map(([name]) => name))].toSorted())
  expect([...variables].toSorted()).toEqual([...asked].toSorted())
})

describe('with the embedded database', () => {
  let dataDir: string
  beforeAll(() => (dataDir = mkdtempSync(join(tmpdir(), 'portaria-config-'))))
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('the key is created once, readable only by its owner, and reused', () => {
    const env = { DATA_DIR: join(dataDir, 'new'), SMTP_URL: 'none' }
    const { secretsKeys, databaseUrl, publicUrl } = readConfig(env)
    expect(databaseUrl).toBeUndefined()
    expect(publicUrl).toBe('http://localhost:3000')
    const file = join(dataDir, 'new', 'secrets.key')
    const kept = Buffer.from(readFileSync(file, 'utf8'), 'base64')
    expect(kept).toHaveLength(32)
    expect(secretsKeys).toEqual([{ id: 'data-dir', key: kept }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readConfig(env).secretsKeys).toEqual(secretsKeys)
  })
})
