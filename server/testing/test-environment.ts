import { ownerUrlOf } from './test-database.ts'

/** What a test server seals secrets with. */
export const secretsKey = { id: 'test', key: Buffer.alloc(32, 7) }

/** Opens `/metrics` to tests, which come through a proxy. */
export const metricsToken = 'ficha-dos-testes'

/** What a production server on this database is told. */
export function testEnvironment(port: number, databaseUrl: string): Record<string, string> {
  return {
    ...bareEnvironment(port),
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrlOf(databaseUrl),
  }
}

/** The same, wherever its data is; `PUBLIC_URL` is the same for all instances, as behind a load balancer. */
export function bareEnvironment(port: number): Record<string, string> {
  return {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SECRETS_KEYS: `${secretsKey.id}:${secretsKey.key.toString('base64')}`,
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: metricsToken,
    BREACHED_PASSWORDS_URL: 'none',
    SMTP_URL: 'none',
    // `HOT_PATH=off npm test` runs the suite without the optimisations of server/hot-path.
    HOT_PATH: process.env['HOT_PATH'] ?? 'on',
  }
}
