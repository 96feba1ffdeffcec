import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { captchaPage } from '../../contract/captcha-page.ts'
import { openScreens, publicScreens, screens, screenGrantAliases } from '../../contract/screens.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Config } from '../config.ts'
import { registerBuiltFiles } from './built-files.ts'
import { sendProblem } from './envelope.ts'
import { HtmlPage, noncePlace } from './html-page.ts'
import { servePages, pageHeaders } from './security-headers.ts'
import { productFolder } from '../shared/product-folder.ts'

const root = join(productFolder, 'dist/web')

/**
 * Serves the built single-page app: its files, its screens at the paths of the contract, and its own 'not found' page
 * for every other path. Paths for signed-out visitors have a smaller page (decision 37). The captcha's helper page is
 * separate: only it may load from `captchaOrigins`.
 */
export async function registerWebApp(
  fastify: FastifyInstance,
  config: Config,
  captchaOrigins: readonly string[],
): Promise<void> {
  const headers = pageHeaders(config, noncePlace)
  const policy = headers['content-security-policy'] ?? ''
  const html = await readApp('index.html', config)
  const app = html && new HtmlPage(html, policy)
  const authHtml = await readApp('auth.html', config)
  const auth = authHtml && new HtmlPage(authHtml, policy)
  const captchaHtml = await readBuilt('captcha.html')
  const captcha = captchaHtml && new HtmlPage(captchaHtml, captchaPolicy(captchaOrigins))
  await fastify.register(async (scope) => {
    servePages(scope, config)
    if (captcha) scope.get(captchaPage, (request, reply) => captcha.send(request, reply))
    if (auth)
      for (const path of entrances) scope.get(path, (request, reply) => auth.send(request, reply))
    if (app)
      for (const path of addresses) scope.get(path, (request, reply) => app.send(request, reply))
    await registerBuiltFiles(scope, root)
  })
  fastify.setNotFoundHandler((request, reply) => {
    if (!app || !wantsPage(request)) return sendProblem(request, reply, new Problem('unknown-path'))
    return app.sendNotFound(reply.headers(headers))
  })
}

/** Paths whose page loads the sign-in first and the rest on demand. */
const entrances = ['/', '/auth']

const addresses = [
  ...publicScreens.filter((path) => !entrances.includes(path)),
  ...openScreens,
  ...Object.keys(screens),
  ...Object.keys(screenGrantAliases),
]

/** Whether the request is for a page: not below /api, and not a path that looks like a file name. */
function wantsPage({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split(/[?#]/)
  return (method === 'GET' || method === 'HEAD') && !/^\/api(\/|$)|\.\w+$/.test(path)
}

/** Content security policy of the captcha's helper page: it may load itself and the hosted provider, if configured. */
function captchaPolicy(origins: readonly string[]): string {
  const own = ["'self'", ...origins].join(' ')
  const frames = origins.length > 0 ? origins.join(' ') : "'none'"
  return [
    "default-src 'none'",
    `script-src ${own}`,
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${own}`,
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Returns a page of the app with its clipboard rule (rulings §8). */
async function readApp(file: string, config: Config): Promise<string | undefined> {
  const html = await readBuilt(file)
  return config.clipboard === 'free'
    ? html?.replace('</head>', '<meta name="portaria-clipboard" content="free"></head>')
    : html
}

/** Returns a page as built by Vite; undefined if the web app was not built, as in server tests. */
async function readBuilt(file: string): Promise<string | undefined> {
  try {
    return await readFile(join(root, file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
