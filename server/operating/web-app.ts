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
import type { PublishedAssets } from './published-assets.ts'
import { HtmlPage, noncePlace } from './html-page.ts'
import { isImplemented } from './other-methods.ts'
import { servePages, pageHeaders } from './security-headers.ts'
import { hasCode } from '../shared/file-errors.ts'
import { productFolder } from '../shared/product-folder.ts'

/** Folder of the built web app. */
export const webAppFolder = join(productFolder, 'dist/web')

/**
 * Serves the built single-page app: its files, its screens at the paths of the contract, and its own 'not found' page
 * at every other path. Signed-out visitors get a smaller page (decision 37). The helper page of the captcha is
 * separate, because only it may load from `captchaOrigins`.
 */
export async function registerWebApp(
  fastify: FastifyInstance,
  config: Config,
  captchaOrigins: readonly string[],
  published: PublishedAssets,
): Promise<void> {
  const headers = pageHeaders(config, noncePlace)
  const policy = headers['content-security-policy'] ?? ''
  const brand = brandFiles(config.brand)
  const html = await readApp('index.html', config, brand)
  const pageOf = (shape: Shape) =>
    html && new HtmlPage(html.replace(shapePlace, `data-shape="${shape}"`), policy)
  const app = {
    access: pageOf('access'),
    form: pageOf('form'),
    list: pageOf('list'),
    plain: pageOf('plain'),
  }
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
    for (const path of addresses) {
      const page = app[shapeOf(path)]
      if (page) scope.get(path, (request, reply) => page.send(request, reply))
    }
    await registerBuiltFiles(scope, webAppFolder, published)
  })
  fastify.setNotFoundHandler((request, reply) => {
    if (!isImplemented(request.method))
      return sendProblem(request, reply, new Problem('method-not-implemented'))
    if (!app.form || !wantsPage(request))
      return sendProblem(request, reply, new Problem('unknown-path'))
    return app.form.sendNotFound(reply.headers(headers))
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

/** Attribute in the page for the shape of its static frame. */
const shapePlace = 'data-shape="{shape}"'

/**
 * Shape of the screen in the static frame, which the page shows until the screen is rendered (decision 73,
 * `web/frame/static-frame.css`). `access` has no menu, `plain` is for signed-out users.
 */
type Shape = 'access' | 'form' | 'list' | 'plain'

function shapeOf(path: string): Shape {
  if (path === '/access-page') return 'access'
  if (publicScreens.some((screen) => screen === path)) return 'plain'
  return path === '/home' || path.endsWith('-list') ? 'list' : 'form'
}

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
    return await readFile(join(webAppFolder, file), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
