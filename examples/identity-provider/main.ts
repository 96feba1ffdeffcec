/**
 * An identity provider for the demo, in place of the association's own. Environment variables: PORT, ISSUER, CLIENT_ID,
 * CLIENT_SECRET, REDIRECT_URIS and POST_LOGOUT_REDIRECT_URIS (comma separated), and ACCOUNTS (JSON, see accounts.ts;
 * default: the demo's).
 */
import { demoAccounts, parseAccounts } from './accounts.ts'
import { createIdentityProvider } from './identity-provider.ts'

const port = Number(setting('PORT'))
const accounts = process.env['ACCOUNTS']
const server = createIdentityProvider({
  issuer: setting('ISSUER'),
  client: {
    id: setting('CLIENT_ID'),
    secret: setting('CLIENT_SECRET'),
    redirectUris: setting('REDIRECT_URIS').split(','),
    postLogoutRedirectUris: setting('POST_LOGOUT_REDIRECT_URIS').split(','),
  },
  accounts: accounts ? parseAccounts(accounts) : demoAccounts,
})

function setting(name: string): string {
  const value = process.env[name]
  if (!value) {
    console.error(`Identity provider: ${name} is not set.`)
    process.exit(1)
  }
  return value
}

function stop(): void {
  server.close(() => process.exit(0))
  server.closeIdleConnections()
}

server.on('error', (error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE'
  console.error(`Identity provider: ${taken ? `port ${port} is taken.` : error.message}`)
  process.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
// The IPC channel to the parent process closes even if the parent is killed.
process.once('disconnect', stop)
server.listen(port, process.env['HOST'] ?? '127.0.0.1')
