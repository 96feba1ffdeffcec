import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Brand } from '../brand/brand.ts'
import { escapeHtml } from '../shared/escape-html.ts'

/** A response of the brand, which never changes while the server runs. */
interface BrandFile {
  /** URL with a hash of the content. */
  url: string
  type: string
  body: string | Buffer
}

/** Files of a brand, as far as it differs from the default. */
export interface BrandFiles {
  /** Style sheet with the values of the `--brand-…` variables. */
  colours: BrandFile | undefined
  logo: BrandFile | undefined
  /** Icon of the browser's tab: the logo, or the mark of the product in the accent colour. */
  icon: BrandFile | undefined
}

/** A logo that is opened as a document must not run scripts. */
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

const paths = { colours: '/brand.css', logo: '/brand-logo', icon: '/brand-icon' }

export function brandFiles({ palette, logo }: Brand): BrandFiles {
  const logoFile = logo && fileAt(paths.logo, logo.type, logo.bytes)
  const mark = palette && fileAt(paths.icon, 'image/svg+xml', markIn(palette['brand-fill']))
  return {
    colours: palette && fileAt(paths.colours, 'text/css; charset=utf-8', styleSheetOf(palette)),
    logo: logoFile,
    icon: logoFile ?? mark,
  }
}

const fileAt = (path: string, type: string, body: string | Buffer): BrandFile => ({
  url: `${path}?v=${hash('sha256', body).slice(0, 12)}`,
  type,
  body,
})

const styleSheetOf = (palette: Readonly<Record<string, string>>) =>
  `:root{${Object.entries(palette)
    .map(([name, hex]) => `--${name}:${hex}`)
    .join(';')}}`

/** Returns the mark of the product, as in `web/public/favicon.svg`. */
const markIn = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><path d="M9 26V14a7 7 0 0 1 14 0v12M16 19v7" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><circle cx="16" cy="17" r="2.4" fill="#fff"/></svg>`

/** Serves the files of the brand. `scope` serves pages (`servePages`). */
export function registerBrandFiles(
  scope: FastifyInstance,
  { colours, logo, icon }: BrandFiles,
): void {
  const served = { colours, logo, icon: icon === logo ? undefined : icon }
  for (const [name, file] of Object.entries(served))
    if (file)
      scope.get(paths[name as keyof BrandFiles], (_, reply) => {
        if (file.type.startsWith('image/')) reply.header('content-security-policy', logoPolicy)
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type(file.type)
          .send(file.body)
      })
}

/** Inserts the brand into a page of the web app, which reads it from `<meta>` elements (`web/ui/brand.ts`). */
export function brandedPage(html: string, brand: Brand, files: BrandFiles): string {
  const metas = {
    'brand-name': brand.name,
    'brand-logo': files.logo?.url,
    'help-text': brand.help?.text,
    'help-url': brand.help?.url,
  }
  const head = Object.entries(metas)
    .filter((meta): meta is [string, string] => meta[1] !== undefined)
    .map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`)
  if (files.colours) head.push(`<link rel="stylesheet" href="${files.colours.url}">`)
  const titled =
    brand.name === undefined ? html : insertBefore(html, '</title>', ` · ${escapeHtml(brand.name)}`)
  const icon = files.icon
  const withIcon = icon
    ? titled.replace(
        /<link rel="icon"[^>]*>/,
        () => `<link rel="icon" href="${icon.url}" type="${icon.type}">`,
      )
    : titled
  return insertBefore(withBrandInFrame(withIcon, brand, files), '</head>', head.join(''))
}

/** Inserts name and logo into the static frame, as in `web/frame/frame-header.tsx`. */
function withBrandInFrame(html: string, { name }: Brand, { logo }: BrandFiles): string {
  const title = '<span>Gestão de Acesso'
  const named =
    name === undefined
      ? html
      : html.replace(title, () => `${title}<small>${escapeHtml(name)}</small>`)
  return logo
    ? named.replace(
        /(<div class="static-brand">\s*)<svg.*?<\/svg>/s,
        (_, start: string) => `${start}<img src="${logo.url}" alt="">`,
      )
    : named
}

/** Unlike `replace`, treats `$` in the inserted text literally. */
const insertBefore = (html: string, mark: string, text: string) =>
  html.replace(mark, () => text + mark)
