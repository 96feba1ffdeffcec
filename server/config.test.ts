import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from './config.ts'

const key = Buffer.alloc(32, 1)
const newerKey = Buffer.alloc(32, 2)
const inBase64 = (bytes: Buffer): string => bytes.toString('base64')

/** The least that a production server is told. */
const production = {
  PUBLIC_URL: 'https://acesso.example',
  DATABASE_URL: 'postgres://database.example/portaria',
  SECRETS_KEYS: `a:${inBase64(key)}`,
  DATA_DIR: '/var/lib/portaria',
}
const administrator = {
  ADMIN_EMAIL: 'Ana@Associacao.example ',
  ADMIN_NAME: 'Ana',
  ASSOCIATION_NAME: 'Associação',
  ASSOCIATION_CNPJ: '11.222.333/0001-81',
}
const federation = {
  FEDERATION_ISSUER: 'https://idp.example/tenant',
  FEDERATION_CLIENT_ID: 'portaria',
  FEDERATION_CLIENT_SECRET: 'segredo',
}
const turnstile = {
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SITE_KEY: 'site',
  CAPTCHA_SECRET: 'segredo',
}
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

type Env = Record<string, string>
/** A variable, its value, what else must be said with it, and what comes of it. */
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
  ['SMTP_URL', 'smtp://mail.example', {}, { smtpUrl: 'smtp://mail.example' }],
  ['MAIL_FROM', 'a@b.example', {}, { mailFrom: 'a@b.example' }],
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
  ['PASSWORD_MAX_AGE_DAYS', '1', {}, { passwordMaxAgeDays: 1 }],
  ['PASSWORD_MAX_AGE_DAYS', '3650', {}, { passwordMaxAgeDays: 3650 }],
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
  ['CLIPBOARD', 'open', {}, { clipboard: 'blocked' }],
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
  ['LOG_LEVEL', 'debug', {}, { logLevel: 'debug' }],
  ['EXAMPLE_MODULE_PORT', '4001', {}, { exampleModulePort: 4001 }],
  ['EXAMPLE_IDP_PORT', '4002', {}, { exampleIdpPort: 4002 }],
]

test('a production server that is told no more is one that guards', () => {
  expect(readConfig(production)).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'https://acesso.example',
    databaseUrl: 'postgres://database.example/portaria',
    databaseOwnerUrl: undefined,
    dataDir: '/var/lib/portaria',
    demo: false,
    secretsKeys: [{ id: 'a', key }],
    smtpUrl: undefined,
    mailRate: 30,
    mailFrom: 'Gestão de Acesso <nao-responda@portaria.example>',
    smsGateway: undefined,
    trustProxy: false,
    metricsToken: undefined,
    passwordMaxAgeDays: 90,
    breachedPasswordsUrl: 'https://api.pwnedpasswords.com/range/',
    firstAdministrator: undefined,
    federation: undefined,
    captcha: { provider: 'altcha' },
    clipboard: 'blocked',
    auditCheckpoints: undefined,
    logLevel: 'info',
    exampleModulePort: 3001,
    exampleIdpPort: 3002,
  } satisfies Config)
})

test.each(rows)('%s=%s', (variable, value, beside, expected) => {
  expect(readConfig({ ...production, ...beside, [variable]: value })).toMatchObject(expected)
})

test('no variable is read that has no row, NODE_ENV least of all', () => {
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
})

describe('refuses to start with', () => {
  const https = /^PUBLIC_URL must be https/
  const origin = /^PUBLIC_URL must be an origin/
  const captchaNone = /^CAPTCHA_PROVIDER=none is refused unless DEMO is set/
  const captchaKeys = /^CAPTCHA_PROVIDER=turnstile needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET/
  const issuer = /^FEDERATION_ISSUER must be an https address/
  const clientNeeded = /^FEDERATION_CLIENT_ID and FEDERATION_CLIENT_SECRET are needed/
  const adminNeeds = /^ADMIN_EMAIL needs ADMIN_NAME, ASSOCIATION_NAME and a valid ASSOCIATION_CNPJ/
  const breached = /^BREACHED_PASSWORDS_URL must be an https address or none/
  const keys = /^SECRETS_KEYS must be id:base64 of 32 bytes/

  test.each<[what: string, env: Env, sentence: RegExp]>([
    ['an http address', { PUBLIC_URL: 'http://acesso.example' }, https],
    [
      'http and a name that begins like localhost',
      { PUBLIC_URL: 'http://localhost.evil.example' },
      https,
    ],
    ['an address with a path', { PUBLIC_URL: 'https://acesso.example/portal' }, origin],
    ['an address that is none', { PUBLIC_URL: 'acesso.example' }, origin],
    ['no captcha', { CAPTCHA_PROVIDER: 'none' }, captchaNone],
    ['no captcha, DEMO switched off', { CAPTCHA_PROVIDER: 'none', DEMO: '0' }, captchaNone],
    [
      'no captcha, whatever Node is told',
      { CAPTCHA_PROVIDER: 'none', NODE_ENV: 'test' },
      captchaNone,
    ],
    [
      'a captcha nobody knows',
      { CAPTCHA_PROVIDER: 'recaptcha' },
      /^CAPTCHA_PROVIDER must be altcha, turnstile or none, not "recaptcha"/,
    ],
    ['a hosted captcha without its site key', { ...turnstile, CAPTCHA_SITE_KEY: '' }, captchaKeys],
    ['a hosted captcha without its secret', { ...turnstile, CAPTCHA_SECRET: '' }, captchaKeys],
    ['DEMO that is neither on nor off', { DEMO: 'yes' }, /^DEMO must be 1 or 0, not "yes"/],
    ['a port beyond the last', { PORT: '65536' }, /^PORT must be a whole number from 0 to 65535/],
    ['a port that is no number', { PORT: '80a' }, /^PORT must be a whole number/],
    ['a negative port', { PORT: '-1' }, /^PORT must be a whole number/],
    [
      'an example module without port',
      { EXAMPLE_MODULE_PORT: '0' },
      /^EXAMPLE_MODULE_PORT must be a whole number from 1/,
    ],
    [
      'an example provider without port',
      { EXAMPLE_IDP_PORT: '0' },
      /^EXAMPLE_IDP_PORT must be a whole number from 1/,
    ],
    [
      'passwords that live no day',
      { PASSWORD_MAX_AGE_DAYS: '0' },
      /^PASSWORD_MAX_AGE_DAYS must be a whole number from 1 to 3650/,
    ],
    [
      'passwords that live for ever',
      { PASSWORD_MAX_AGE_DAYS: '3651' },
      /^PASSWORD_MAX_AGE_DAYS must be/,
    ],
    [
      'mails that never leave',
      { MAIL_RATE: '0' },
      /^MAIL_RATE must be a whole number from 1 to 6000/,
    ],
    ['mails that leave all at once', { MAIL_RATE: '6001' }, /^MAIL_RATE must be/],
    ['passwords sent in the clear', { BREACHED_PASSWORDS_URL: 'http://b.example/' }, breached],
    [
      'every proxy trusted',
      { TRUST_PROXY: 'true' },
      /^TRUST_PROXY must be the number of proxies in front, or .* not "true"/,
    ],
    [
      'heads of the trail sent in the clear',
      { AUDIT_CHECKPOINTS: 'http://heads.example/' },
      /^AUDIT_CHECKPOINTS must be a file or an https address, not "http/,
    ],
    [
      'heads of the trail kept nowhere',
      { AUDIT_CHECKPOINTS: '/nowhere/heads' },
      /^AUDIT_CHECKPOINTS names a file in \/nowhere, which does not exist/,
    ],
    [
      'a token that can be guessed',
      { METRICS_TOKEN: 'quinze-letras..' },
      /^METRICS_TOKEN must have at least 16 characters/,
    ],
    ['passwords sent nowhere', { BREACHED_PASSWORDS_URL: 'b.example' }, breached],
    ['an administrator without name', { ...administrator, ADMIN_NAME: '' }, adminNeeds],
    [
      'an administrator without association',
      { ...administrator, ASSOCIATION_NAME: '' },
      adminNeeds,
    ],
    ['an administrator without CNPJ', { ...administrator, ASSOCIATION_CNPJ: '' }, adminNeeds],
    [
      'a CNPJ that does not add up',
      { ...administrator, ASSOCIATION_CNPJ: '11.222.333/0001-82' },
      adminNeeds,
    ],
    ...[
      'http://idp.example',
      'http://localhost.evil.example',
      'idp.example',
      'ftp://localhost',
    ].map((address): [string, Env, RegExp] => [
      `a provider at ${address}`,
      { ...federation, FEDERATION_ISSUER: address },
      issuer,
    ]),
    ['a provider without client id', { ...federation, FEDERATION_CLIENT_ID: '' }, clientNeeded],
    [
      'a provider without client secret',
      { ...federation, FEDERATION_CLIENT_SECRET: '' },
      clientNeeded,
    ],
    [
      'a shared database and no keys',
      { SECRETS_KEYS: '' },
      /^SECRETS_KEYS is needed beside DATABASE_URL/,
    ],
    [
      'an owner of no database',
      { DATABASE_URL: '', DATABASE_OWNER_URL: 'postgres://owner@other/db' },
      /^DATABASE_OWNER_URL needs DATABASE_URL/,
    ],
    ['a key without id', { SECRETS_KEYS: `:${inBase64(key)}` }, keys],
    ['an id without key', { SECRETS_KEYS: 'a' }, keys],
    ['a key that is too short', { SECRETS_KEYS: `a:${inBase64(key.subarray(1))}` }, keys],
    [
      'a second key that is too long',
      { SECRETS_KEYS: `a:${inBase64(key)},b:${inBase64(Buffer.alloc(33))}` },
      keys,
    ],
  ])('%s', (_, env, sentence) => {
    expect(() => readConfig({ ...production, ...env })).toThrow(sentence)
  })
})

describe('beside the embedded database', () => {
  let dataDir: string
  beforeAll(() => (dataDir = mkdtempSync(join(tmpdir(), 'portaria-config-'))))
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('the key is made once, for its owner alone, and found again', () => {
    const env = { DATA_DIR: join(dataDir, 'new') }
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
