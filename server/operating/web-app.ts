import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { captchaPage } from '../../contract/captcha-page.ts'
import { openScreens, publicScreens, screens, screenGrantAliases } from '../../contract/screens.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Config } from '../config.ts'
import { brandedPage, brandFiles, registerBrandFiles, type BrandFiles } from './brand-files.ts'
import { registerBuiltFiles } from './built-files.ts'
import { sendProblem } from './envelope.ts'
import { HtmlPage, noncePlace } from './html-page.ts'
import { isImplemented } from './other-methods.ts'
import { servePages, pageHeaders } from './security-headers.ts'
import { productFolder } from '../shared/product-folder.ts'

const root = join(productFolder, 'dist/web')

/**
 * Serves the built single-page app: its files, its screens at the paths of the contract, and its own 'not found' page
 * at every other path. Signed-out visitors get a smaller page (decision 37). The helper page of the captcha is
 * separate, because only it may load from `captchaOrigins`.
 */
export async function registerWebApp(
  fastify: FastifyInstance,
  config: Config,
  captchaOrigins: readonly string[],
): Promise<void> {
  const headers = pageHeaders(config, noncePlace)
  const policy = headers['content-security-policy'] ?? ''
  const brand = brandFiles(config.brand)
  const html = await readApp('index.html', config, brand)
  const app = html && new HtmlPage(html, policy)
  const authHtml = await readApp('auth.html', config, brand)
  const auth = authHtml && new HtmlPage(authHtml, policy)
  const captchaHtml = await readPage('captcha.html', config, brand)
  const captcha = captchaHtml && new HtmlPage(captchaHtml, captchaPolicy(captchaOrigins))
  await fastify.register(async (scope) => {
    servePages(scope, config)
    registerBrandFiles(scope, brand)
    if (captcha) scope.get(captchaPage, (request, reply) => captcha.send(request, reply))
    if (auth)
      for (const path of entrances) scope.get(path, (request, reply) => auth.send(request, reply))
    if (app)
      for (const path of addresses) scope.get(path, (request, reply) => app.send(request, reply))
    await registerBuiltFiles(scope, root)
  })
  fastify.setNotFoundHandler((request, reply) => {
    if (!isImplemented(request.method))
      return sendProblem(request, reply, new Problem('method-not-implemented'))
    if (!app || !wantsPage(request)) return sendProblem(request, reply, new Problem('unknown-path'))
    return app.sendNotFound(reply.headers(headers))
  })
}

/** Paths at which the smaller page is served. It loads the rest of the app on demand. */
const entrances = ['/', '/auth']

const addresses = [
  ...publicScreens.filter((path) => !entrances.includes(path)),
  ...openScreens,
  ...Object.keys(screens),
  ...Object.keys(screenGrantAliases),
]

/** Whether the request is for a page. Paths below /api, and paths that look like a file name, are not. */
function wantsPage({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split(/[?#]/)
  return (method === 'GET' || method === 'HEAD') && !/^\/api(\/|$)|\.\w+$/.test(path)
}

/**
 * Returns the content security policy of the captcha's helper page. It may load its own resources, and those of the
 * hosted provider if there is one.
 */
function captchaPolicy(origins: readonly string[]): string {
  const own = ["'self'", ...origins].join(' ')
  const frames = origins.length > 0 ? origins.join(' ') : "'none'"
  return [
    "default-src 'none'",
    `script-src ${own}`,
    "worker-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${own}`,
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Returns a page of the app, with the configured clipboard rule inserted (rulings §8). */
async function readApp(
  file: string,
  config: Config,
  brand: BrandFiles,
): Promise<string | undefined> {
  const html = await readPage(file, config, brand)
  return config.clipboard === 'free'
    ? html?.replace('</head>', '<meta name="portaria-clipboard" content="free"></head>')
    : html
}

/** Returns a page with the brand of the installation. */
async function readPage(
  file: string,
  config: Config,
  brand: BrandFiles,
): Promise<string | undefined> {
  const html = await readBuilt(file)
  return html && brandedPage(html, config.brand, brand)
}

/** Returns a page as Vite built it. Undefined if the web app is not built, as in server tests. */
async function readBuilt(file: string): Promise<string | undefined> {
  try {
    return await readFile(join(root, file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
