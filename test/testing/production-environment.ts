/** Environment variables of a server, as varied by tests of the configuration. */

/** A key for `SECRETS_KEYS`. */
export const key = Buffer.alloc(32, 1)
export const inBase64 = (bytes: Buffer): string => bytes.toString('base64')

/** The required variables of a production server. */
export const production = {
  PUBLIC_URL: 'https://acesso.example',
  DATABASE_URL: 'postgres://database.example/portaria',
  SECRETS_KEYS: `a:${inBase64(key)}`,
  DATA_DIR: '/var/lib/portaria',
  SMTP_URL: 'smtp://mail.example',
}
export const administrator = {
  ADMIN_EMAIL: 'Ana@Associacao.example ',
  ADMIN_NAME: 'Ana',
  ASSOCIATION_NAME: 'Associação',
  ASSOCIATION_CNPJ: '11.222.333/0001-81',
}
export const federation = {
  FEDERATION_ISSUER: 'https://idp.example/tenant',
  FEDERATION_CLIENT_ID: 'portaria',
  FEDERATION_CLIENT_SECRET: 'segredo',
}
export const turnstile = {
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SITE_KEY: 'site',
  CAPTCHA_SECRET: 'segredo',
}

export type Env = Record<string, string>
