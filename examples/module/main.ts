/**
 * A module that the portal sends people to. What the team of a module has to do, in six lines:
 * 1. Answer `GET /auth?code=…` by exchanging the code at once, server to server, with your id and secret.
 * 2. Verify the token offline: signature against the JWKS, issuer, audience `module:<id>`, type, EdDSA.
 * 3. Keep the token on your server; give the browser a random HttpOnly cookie of your own instead.
 * 4. Ask `GET /api/user/validate` as you answer requests: a 401 there ends your session too.
 * 5. Ask 'continue as X?' where the code didn't come from the portal: a link may carry somebody else's.
 * 6. Keep the secret out of code, pages and logs. The whole story is in docs/modules.md.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { comesFromHere, comesFromOurSite, ModuleCookie } from './browser.ts'
import { Kept } from './kept.ts'
import { arrivalPage, confirmPage, type Html, messagePage, styleSource } from './pages.ts'
import { type Arrival, CodeRefused, Portal } from './portal.ts'

const port = Number(setting('PORT'))
const portalUrl = setting('PORTARIA_URL')
const portalPage = `${portalUrl}/access-page`
const toPortal = { href: portalPage, label: 'Ir para o portal' }
const portal = new Portal(portalUrl, setting('MODULE_ID'), setting('MODULE_SECRET'))

/** For how long the portal's word that a token is alive is taken without asking again. */
const trustFor = 1000

interface Session extends Arrival {
  aliveAt: number
}

/** People who are here. */
const sessions = new Kept<Session>(1000)
const sessionCookie = new ModuleCookie('example_module', 'Lax')
/** People who haven't said yet that it is they. */
const arrivals = new Kept<Arrival>(1000)
const arrivalCookie = new ModuleCookie('example_module_arrival', 'Strict')

/** `GET /auth`: the person arrives with a code, from the portal or by whichever link. */
async function arrive(code: string | null, request: IncomingMessage, response: ServerResponse) {
  if (!code) return sayComeFromPortal(response, 400)
  const arrival = await portal.exchange(code)
  const present = sessions.get(sessionCookie.read(request))
  const known = present?.person.user.id === arrival.person.user.id
  if (known || comesFromOurSite(request)) return enter(arrival, request, response)
  arrivalCookie.set(response, arrivals.put(arrival))
  send(response, 200, confirmPage(arrival, portalPage))
}

/** `POST /auth`: the person says that it is they, on our page, in the browser that was asked. */
function confirm(request: IncomingMessage, response: ServerResponse) {
  const arrival = comesFromHere(request) && arrivals.take(arrivalCookie.read(request))
  if (!arrival) return sayComeFromPortal(response, 401)
  arrivalCookie.drop(response)
  enter(arrival, request, response)
}

/** The person gets a session of this module, in place of one that was there. */
function enter(arrival: Arrival, request: IncomingMessage, response: ServerResponse) {
  sessions.take(sessionCookie.read(request))
  sessionCookie.set(response, sessions.put({ ...arrival, aliveAt: Date.now() }))
  response.writeHead(303, { location: '/' }).end()
}

/** `GET /`: what this module is for; here it shows who arrived. */
async function show(request: IncomingMessage, response: ServerResponse) {
  const id = sessionCookie.read(request)
  const session = sessions.get(id)
  if (!session) return sayComeFromPortal(response, 401)
  if (Date.now() - session.aliveAt >= trustFor) {
    if (!(await portal.isAlive(session.token))) {
      sessions.take(id)
      sessionCookie.drop(response)
      const again = { href: portalUrl, label: 'Entrar de novo pelo portal' }
      return send(response, 401, messagePage('Sua sessão no portal terminou.', again))
    }
    session.aliveAt = Date.now()
  }
  send(response, 200, arrivalPage(session, portalPage))
}

/** `GET /sair`: forgets the session here; the one in the portal goes on. */
function leave(request: IncomingMessage, response: ServerResponse) {
  sessions.take(sessionCookie.read(request))
  sessionCookie.drop(response)
  send(response, 200, messagePage('Você saiu deste módulo.', toPortal))
}

function sayComeFromPortal(response: ServerResponse, status: number): void {
  send(response, status, messagePage('Acesse pelo portal', toPortal))
}

function sayFailure(error: unknown, response: ServerResponse): void {
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
      sayFailure(error, response),
    )
  } else if (url.pathname === '/') {
    show(request, response).catch((error: unknown) => sayFailure(error, response))
  } else if (url.pathname === '/sair') leave(request, response)
  else send(response, 404, messagePage('Página não encontrada', { href: '/', label: 'Início' }))
})

function send(response: ServerResponse, status: number, page: Html): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    // The code in the address of /auth must not reach the portal's logs, or anybody's.
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
// Whoever started this holds the other end of a channel; it closes even when that one is killed.
process.once('disconnect', stop)
server.listen(port, process.env.HOST ?? '127.0.0.1')
