import { ownerUrlOf } from './test-database.ts'

/** The key of a test server's sealed secrets. */
export const secretsKey = { id: 'test', key: Buffer.alloc(32, 7) }

/** Gives tests access to `/metrics`, since they call through a proxy. */
export const metricsToken = 'ficha-dos-testes'

/** The environment of a production server on this database. */
export function testEnvironment(port: number, databaseUrl: string): Record<string, string> {
  return {
    ...bareEnvironment(port),
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrlOf(databaseUrl),
  }
}

/** The same without a database; `PUBLIC_URL` is shared by all instances, as behind a load balancer. */
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
