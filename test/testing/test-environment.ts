import { ownerUrlOf } from './test-database.ts'

/** Key with which a test server encrypts secrets. */
export const secretsKey = { id: 'test', key: Buffer.alloc(32, 7) }

/** Returns the value of SECRETS_KEYS. */
export const secretsKeysText = (keys: readonly { id: string; key: Buffer }[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join()

/** Token for `/metrics`. Tests need it because they call as through a proxy. */
export const metricsToken = 'ficha-dos-testes'

/** Returns the environment of a production server on this database. */
export function testEnvironment(port: number, databaseUrl: string): Record<string, string> {
  return {
    ...bareEnvironment(port),
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrlOf(databaseUrl),
  }
}

/** Returns the environment without a database. All instances share `PUBLIC_URL`, as behind a load balancer. */
export function bareEnvironment(port: number): Record<string, string> {
  return {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SECRETS_KEYS: secretsKeysText([secretsKey]),
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: metricsToken,
    BREACHED_PASSWORDS_URL: 'none',
    SMTP_URL: 'none',
    // `HOT_PATH=off npm test` runs the suite without the optimisations of server/hot-path.
    HOT_PATH: process.env['HOT_PATH'] ?? 'on',
  }
}
