/**
 * An example of a module that users enter from the portal. The duties of a module, in seven points:
 * 1. Handle `GET /auth?code=…` by exchanging the code immediately, server to server, with your id and secret.
 * 2. Verify the token offline: signature against the JWKS, issuer, audience `module:<id>`, type, EdDSA.
 * 3. Keep the token on your server; give the browser a random HttpOnly cookie of your own instead.
 * 4. Call `GET /api/user/validate` while you handle requests: a 401 ends your session too.
 * 5. Ask 'continue as X?' unless the browser came from the portal: a link may contain another user's code.
 * 6. Keep the secret out of code, pages and logs.
 * 7. Before a sensitive act, require a recent sign-in by passkey (RFC 9470).
 * See docs/modules.md for details.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { comesFromHere, comesFromOurSite, ModuleCookie } from './browser.ts'
import { MemoryStore } from './memory-store.ts'
import {
  arrivalPage,
  confirmPage,
  type Html,
  messagePage,
  signedPage,
  styleSource,
} from './pages.ts'
import { type Arrival, CodeRefused, Portal } from './portal.ts'

const port = Number(setting('PORT'))
const portalUrl = setting('PORTARIA_URL')
const portalPage = `${portalUrl}/access-page`
const toPortal = { href: portalPage, label: 'Ir para o portal' }
const portal = new Portal(portalUrl, setting('MODULE_ID'), setting('MODULE_SECRET'))

/** Milliseconds for which a successful validation of a token is cached. */
const validationTtl = 1000

interface Session extends Arrival {
  validatedAt: number
}

/** Signed-in users. */
const sessions = new MemoryStore<Session>(1000)
const sessionCookie = new ModuleCookie('example_module', 'Lax')
/** Users who have not confirmed their identity yet. */
const arrivals = new MemoryStore<Arrival>(1000)
const arrivalCookie = new ModuleCookie('example_module_arrival', 'Strict')

/** Handles `GET /auth`: a user arrives with a code, from the portal or by another link. */
async function arrive(code: string | null, request: IncomingMessage, response: ServerResponse) {
  if (!code) return sendPortalLink(response, 400)
  const arrival = await portal.exchange(code)
  const current = sessions.get(sessionCookie.read(request))
  const sameUser = current?.person.user.id === arrival.person.user.id
  if (sameUser || comesFromOurSite(request)) return enter(arrival, request, response)
  arrivalCookie.set(response, arrivals.put(arrival))
  send(response, 200, confirmPage(arrival, portalPage))
}

/** Handles `POST /auth`: the user confirms their identity on our page, in the same browser. */
function confirm(request: IncomingMessage, response: ServerResponse) {
  const arrival = comesFromHere(request) && arrivals.take(arrivalCookie.read(request))
  if (!arrival) return sendPortalLink(response, 401)
  arrivalCookie.drop(response)
  enter(arrival, request, response)
}

/** Creates a session of this module and replaces an existing one. */
function enter(arrival: Arrival, request: IncomingMessage, response: ServerResponse) {
  sessions.take(sessionCookie.read(request))
  sessionCookie.set(response, sessions.put({ ...arrival, validatedAt: Date.now() }))
  response.writeHead(303, { location: '/' }).end()
}

/** Handles `GET /`: shows the content of the module, here the signed-in user. */
async function show(request: IncomingMessage, response: ServerResponse) {
  const session = await liveSession(request, response)
  if (session) send(response, 200, arrivalPage(session, portalPage))
}

/** What `GET /assinar` requires of the sign-in: by passkey, at most five minutes ago. */
const requirements = { acr_values: 'phr', max_age: 300 }

/** Handles `GET /assinar`, a sensitive act. Refuses a weaker or older sign-in as RFC 9470 §3 defines. */
async function sign(request: IncomingMessage, response: ServerResponse) {
  const session = await liveSession(request, response)
  if (!session) return
  const { acr, auth_time: time = 0 } = session.authentication
  const old = Date.now() / 1000 - time > requirements.max_age
  if (acr === requirements.acr_values && !old) return send(response, 200, signedPage(session))
  const [company] = session.person.companies
  const link = new URLSearchParams({
    refModule: setting('MODULE_ID'),
    companyId: String(company?.id),
    acr_values: requirements.acr_values,
    max_age: String(requirements.max_age),
  })
  response.setHeader(
    'www-authenticate',
    `Bearer error="insufficient_user_authentication", acr_values="${requirements.acr_values}", max_age="${requirements.max_age}"`,
  )
  const again = {
    href: `${portalUrl}/auth?${link.toString()}`,
    label: 'Entrar com a chave de acesso',
  }
  const explanation =
    'É preciso ter entrado com a chave de acesso nos últimos 5 minutos. Depois de entrar, escolha de novo assinar o pedido.'
  send(response, 401, messagePage('Para assinar, entre com a chave de acesso', again, explanation))
}

/** Returns the session if the portal still accepts its token. Otherwise sends the reason and returns undefined. */
async function liveSession(request: IncomingMessage, response: ServerResponse) {
  const id = sessionCookie.read(request)
  const session = sessions.get(id)
  if (!session) {
    sendPortalLink(response, 401)
    return undefined
  }
  if (Date.now() - session.validatedAt >= validationTtl) {
    if (!(await portal.isAlive(session.token))) {
      sessions.take(id)
      sessionCookie.drop(response)
      const again = { href: portalUrl, label: 'Entrar de novo pelo portal' }
      send(response, 401, messagePage('Sua sessão no portal terminou.', again))
      return undefined
    }
    session.validatedAt = Date.now()
  }
  return session
}

/** Handles `GET /sair`: ends the session of this module, but not that of the portal. */
function leave(request: IncomingMessage, response: ServerResponse) {
  sessions.take(sessionCookie.read(request))
  sessionCookie.drop(response)
  send(response, 200, messagePage('Você saiu deste módulo.', toPortal))
}

function sendPortalLink(response: ServerResponse, status: number): void {
  send(response, status, messagePage('Acesse pelo portal', toPortal))
}

function sendFailure(error: unknown, response: ServerResponse): void {
  if (error instanceof CodeRefused) {
    const text = 'O código não vale mais. Acesse o módulo novamente pelo portal.'
    return send(response, 400, messagePage(text, toPortal))
  }
  console.error(`Example module: ${error instanceof Error ? error.message : String(error)}`)
  const text = 'O portal não respondeu como esperado. Tente novamente em instantes.'
  send(response, 503, messagePage(text, toPortal))
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://module')
  if (request.method === 'POST' && url.pathname === '/auth') confirm(request, response)
  else if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end()
  else if (url.pathname === '/auth') {
    arrive(url.searchParams.get('code'), request, response).catch((error: unknown) =>
      sendFailure(error, response),
    )
  } else if (url.pathname === '/') {
    show(request, response).catch((error: unknown) => sendFailure(error, response))
  } else if (url.pathname === '/assinar') {
    sign(request, response).catch((error: unknown) => sendFailure(error, response))
  } else if (url.pathname === '/sair') leave(request, response)
  else send(response, 404, messagePage('Página não encontrada', { href: '/', label: 'Início' }))
})

function send(response: ServerResponse, status: number, page: Html): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    // The URL of /auth contains a code, which must not reach other servers' logs.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
  response.writeHead(status, headers).end(page.markup)
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) {
    console.error(`Example module: ${name} is not set.`)
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
  console.error(`Example module: ${taken ? `port ${port} is taken.` : error.message}`)
  process.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
// The IPC channel to the parent process closes even if the parent is killed.
process.once('disconnect', stop)
server.listen(port, process.env.HOST ?? '127.0.0.1')
