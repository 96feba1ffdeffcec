import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import {
  administrator,
  type Env,
  federation,
  inBase64,
  key,
  production,
  turnstile,
} from '../../test/testing/production-environment.ts'

describe('refuses to start with', () => {
  const https = /^PUBLIC_URL must be https/
  const origin = /^PUBLIC_URL must be an origin/
  const captchaNone = /^CAPTCHA_PROVIDER=none is refused unless DEMO is set/
  const captchaKeys = /^CAPTCHA_PROVIDER=turnstile needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET/
  const issuer = /^FEDERATION_ISSUER must be an https address/
  const clientNeeded = /^FEDERATION_CLIENT_ID and FEDERATION_CLIENT_SECRET are needed/
  const adminNeeds = /^ADMIN_EMAIL needs ADMIN_NAME, ASSOCIATION_NAME and a valid ASSOCIATION_CNPJ/
  const breached = /^BREACHED_PASSWORDS_URL must be an https address or none/
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  const keys = /^SECRETS_KEYS must be id:base64 of 32 bytes/

  test.each<[what: string, env: Env, sentence: RegExp]>([
    ['an http address', { PUBLIC_URL: 'http://acesso.example' }, https],
    [
      'http and a host name that starts with localhost',
      { PUBLIC_URL: 'http://localhost.evil.example' },
      https,
    ],
    ['an address with a path', { PUBLIC_URL: 'https://acesso.example/portal' }, origin],
    ['an invalid address', { PUBLIC_URL: 'acesso.example' }, origin],
    ['no captcha', { CAPTCHA_PROVIDER: 'none' }, captchaNone],
    ['no captcha, DEMO switched off', { CAPTCHA_PROVIDER: 'none', DEMO: '0' }, captchaNone],
    ['no captcha, with any NODE_ENV', { CAPTCHA_PROVIDER: 'none', NODE_ENV: 'test' }, captchaNone],
    [
      'an unknown captcha provider',
      { CAPTCHA_PROVIDER: 'recaptcha' },
      /^CAPTCHA_PROVIDER must be altcha, turnstile or none, not "recaptcha"/,
    ],
    ['a hosted captcha without its site key', { ...turnstile, CAPTCHA_SITE_KEY: '' }, captchaKeys],
    ['a hosted captcha without its secret', { ...turnstile, CAPTCHA_SECRET: '' }, captchaKeys],
    ['DEMO that is neither on nor off', { DEMO: 'yes' }, /^DEMO must be 1 or 0, not "yes"/],
    ['a port above 65535', { PORT: '65536' }, /^PORT must be a whole number from 0 to 65535/],
    ['a port that is not a number', { PORT: '80a' }, /^PORT must be a whole number/],
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
      'an excessive erasure term',
      { ERASE_AFTER_DAYS: '3651' },
      /^ERASE_AFTER_DAYS must be a whole number from 0 to 3650/,
    ],
    [
      'a wait of recoveries below 24 hours',
      { RECOVERY_WAIT_HOURS: '23' },
      /^RECOVERY_WAIT_HOURS must be a whole number from 24 to 720/,
    ],
    [
      'passwords valid for zero days',
      { PASSWORD_MAX_AGE_DAYS: '0' },
      /^PASSWORD_MAX_AGE_DAYS must be a whole number from 1 to 3650/,
    ],
    [
      'passwords that never expire',
      { PASSWORD_MAX_AGE_DAYS: '3651' },
      /^PASSWORD_MAX_AGE_DAYS must be/,
    ],
    [
      'a standby without its primary',
      { DATABASE_URL: '', DATABASE_READ_URL: 'postgres://standby/db' },
      /^DATABASE_READ_URL needs DATABASE_URL beside it/,
    ],
    [
      'a standby that must be the primary',
      { DATABASE_READ_URL: 'postgres://standby/db?target_session_attrs=read-write' },
      /^DATABASE_READ_URL has target_session_attrs=read-write: only standby is possible/,
    ],
    [
      'an unknown kind of statements',
      { DATABASE_STATEMENTS: 'prepared' },
      /^DATABASE_STATEMENTS must be named or unnamed, not "prepared"/,
    ],
    ['a mail rate of zero', { MAIL_RATE: '0' }, /^MAIL_RATE must be a whole number from 1 to 6000/],
    ['an excessive mail rate', { MAIL_RATE: '6001' }, /^MAIL_RATE must be/],
    ['a leak service without https', { BREACHED_PASSWORDS_URL: 'http://b.example/' }, breached],
    [
      'trust in every proxy',
      { TRUST_PROXY: 'true' },
      /^TRUST_PROXY must be the number of proxies in front, or .* not "true"/,
    ],
    [
      'an audit head service without https',
      { AUDIT_CHECKPOINTS: 'http://heads.example/' },
      /^AUDIT_CHECKPOINTS must be a file or an https address, not "http/,
    ],
    [
      'an invalid audit head service',
      { AUDIT_CHECKPOINTS: '/nowhere/heads' },
      /^AUDIT_CHECKPOINTS names a file in \/nowhere, which does not exist/,
    ],
    [
      'a guessable token',
      { METRICS_TOKEN: 'quinze-letras..' },
      /^METRICS_TOKEN must have at least 16 characters/,
    ],
    ['an invalid leak service', { BREACHED_PASSWORDS_URL: 'b.example' }, breached],
    ['an administrator without name', { ...administrator, ADMIN_NAME: '' }, adminNeeds],
    [
      'an administrator without association',
      { ...administrator, ASSOCIATION_NAME: '' },
      adminNeeds,
    ],
    ['an administrator without CNPJ', { ...administrator, ASSOCIATION_CNPJ: '' }, adminNeeds],
    [
      'a CNPJ with wrong check digits',
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
      'an owner without a database',
      { DATABASE_URL: '', DATABASE_OWNER_URL: 'postgres://owner@other/db' },
      /^DATABASE_OWNER_URL needs DATABASE_URL/,
    ],
    ['no mail server', { SMTP_URL: '' }, /^SMTP_URL is needed: codes, invitations/],
    ...['mail.example', 'http://mail.example', 'smtp:mail', 'smtp://', 'None'].map(
      (url): [string, Env, RegExp] => [
        `${url} as mail server`,
        { SMTP_URL: url },
        /^SMTP_URL must be like smtp:\/\/user:password@host:587/,
      ],
    ),
    ['a sender without address', { MAIL_FROM: 'Portal' }, /^MAIL_FROM must be an e-mail address/],
    [
      'a sender with a header injected',
      { MAIL_FROM: 'Portal\r\nBcc: <a@b.example>' },
      /^MAIL_FROM must be/,
    ],
    [
      'an SMS gateway without https',
      { SMS_GATEWAY_URL: 'http://sms.example' },
      /^SMS_GATEWAY_URL must be/,
    ],
    [
      'an invalid SMS gateway',
      { SMS_GATEWAY_URL: 'sms' },
      /^SMS_GATEWAY_URL must be an https address/,
    ],
    [
      'captcha verification without https',
      { ...turnstile, CAPTCHA_VERIFY_URL: 'http://v.example' },
      /^CAPTCHA_VERIFY_URL must be an https address/,
    ],
    ...['collector:4318', 'ftp://collector', 'http://user:secret@collector'].map(
      (url): [string, Env, RegExp] => [
        `${url} as collector`,
        { OTEL_EXPORTER_OTLP_ENDPOINT: url },
        /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address of OTLP over HTTP(?!.*secret)/,
      ],
    ),
    [
      'a collector with a query',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector/?a=b' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT must not have a query/,
    ],
    [
      'keys of a collector in the clear',
      { ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=segredo' },
      /^OTEL_EXPORTER_OTLP_HEADERS needs an https address/,
    ],
    [
      'headers without names',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c', OTEL_EXPORTER_OTLP_HEADERS: 'segredo' },
      /^OTEL_EXPORTER_OTLP_HEADERS must be name=value(?!.*segredo)/,
    ],
    [
      'attributes without names',
      { ...collector, OTEL_RESOURCE_ATTRIBUTES: 'a=b,c' },
      /^OTEL_RESOURCE_ATTRIBUTES must be name=value/,
    ],
    [
      'a missing certificate',
      { ...collector, OTEL_EXPORTER_OTLP_CERTIFICATE: '/nothing/here' },
      /^OTEL_EXPORTER_OTLP_CERTIFICATE must be a readable file/,
    ],
    [
      'an unknown compression',
      { ...collector, OTEL_EXPORTER_OTLP_COMPRESSION: 'zstd' },
      /^OTEL_EXPORTER_OTLP_COMPRESSION must be none or gzip/,
    ],
    [
      'a timeout in another unit',
      { ...collector, OTEL_EXPORTER_OTLP_TIMEOUT: '10s' },
      /^OTEL_EXPORTER_OTLP_TIMEOUT must be a whole number/,
    ],
    [
      'an unknown sampler',
      { ...collector, OTEL_TRACES_SAMPLER: 'jaeger_remote' },
      /^OTEL_TRACES_SAMPLER must be parentbased_always_on/,
    ],
    [
      'a share above 1',
      { ...collector, OTEL_TRACES_SAMPLER_ARG: '1.5' },
      /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/,
    ],
    ['an unknown clipboard rule', { CLIPBOARD: 'fre' }, /^CLIPBOARD must be blocked or free/],
    ['an unknown log level', { LOG_LEVEL: 'verbose' }, /^LOG_LEVEL must be fatal, error/],
    ['another database', { DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL must begin with postgres/],
    ['another owner', { DATABASE_OWNER_URL: 'x' }, /^DATABASE_OWNER_URL must begin with postgres/],
    [
      'an administrator without a real address',
      { ...administrator, ADMIN_EMAIL: 'ana' },
      /^ADMIN_EMAIL must be an e-mail address/,
    ],
    [
      'two keys with the same id',
      { SECRETS_KEYS: `a:${inBase64(key)},a:${inBase64(Buffer.alloc(32))}` },
      /^SECRETS_KEYS must give each key an id of its own/,
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
