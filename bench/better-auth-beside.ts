/** Alternative for checking sessions: better-auth with PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'
import type { BesideOrder, PlannedRequest } from './load-plan.ts'

process.on('message', (order: BesideOrder & { cookieCache: boolean }) => {
  start(order).then(
    (request) => process.send?.(request),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())

/** Starts the server, signs up a user, and returns the request that checks the session. */
async function start({
  port,
  databaseUrl,
  cookieCache,
}: BesideOrder & { cookieCache: boolean }): Promise<PlannedRequest> {
  const auth = betterAuth({
    baseURL: `http://127.0.0.1:${port}`,
    secret: randomBytes(32).toString('base64url'),
    database: new pg.Pool({ connectionString: databaseUrl, max: 16 }),
    emailAndPassword: { enabled: true },
    // Must last longer than the bench, because the load generator does not renew its cookies.
    session: { cookieCache: { enabled: cookieCache, maxAge: 86_400 } },
    // better-auth limits requests per address, and all requests come from one address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  })
  const { runMigrations } = await getMigrations(auth.options)
  await runMigrations()
  const answer = toNodeHandler(auth)
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const signedUp = await auth.api.signUpEmail({
    body: { name: 'Pessoa', email: 'pessoa@medida.example', password: 'Portaria-Demo-2026!' },
    asResponse: true,
  })
  const cookies = signedUp.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const headers = { cookie: cookies.join('; ') }
  const path = '/api/auth/get-session'
  const session: unknown = await (
    await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  ).json()
  if (session === null) throw new Error('better-auth did not accept its own session.')
  return { method: 'GET', path, headers }
}
