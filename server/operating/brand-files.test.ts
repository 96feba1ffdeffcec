import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readBrand } from '../brand/brand.ts'
import { brandedPage, brandFiles, registerBrandFiles } from './brand-files.ts'

const web = join(import.meta.dirname, '../../web')
const pages = ['index.html', 'auth.html', 'captcha.html'].map((name) =>
  readFileSync(join(web, name), 'utf8'),
)
const logo = join(web, 'public/favicon.svg')

function brandedPages(env: Record<string, string>) {
  const brand = readBrand(env)
  return pages.map((html) => brandedPage(html, brand, brandFiles(brand)))
}

/** Returns a response of a server with this brand. */
async function get(env: Record<string, string>, url: string) {
  const server = fastify()
  onTestFinished(() => server.close())
  registerBrandFiles(server, brandFiles(readBrand(env)))
  return server.inject(url)
}

test('without a brand, the pages are as they were built, and no file is served', async () => {
  expect(brandedPages({})).toEqual(pages)
  for (const path of ['/brand.css', '/brand-logo', '/brand-icon'])
    expect((await get({}, path)).statusCode).toBe(404)
})

test('a brand is in title, icon, style sheet and meta elements of each page', () => {
  const env = { BRAND_NAME: 'Conexão', BRAND_ACCENT: '#6d28d9', HELP_CONTACT: 'a@x.example' }
  for (const page of brandedPages(env)) {
    expect(page).toMatch(/<title>[^<]+ · Conexão<\/title>/)
    expect(page).toMatch(
      /<link rel="icon" href="\/brand-icon\?v=[\w-]{12}" type="image\/svg\+xml">/,
    )
    expect(page).toMatch(/<link rel="stylesheet" href="\/brand\.css\?v=[\w-]{12}"><\/head>/)
    expect(page).toContain('<meta name="brand-name" content="Conexão">')
    expect(page).toContain('<meta name="help-url" content="mailto:a@x.example">')
    expect(page).not.toContain('/favicon.svg')
  }
})

test('the static frame shows the brand', () => {
  const [app = '', auth = ''] = brandedPages({ BRAND_NAME: 'Conexão', BRAND_LOGO: logo })
  for (const page of [app, auth]) {
    const [shown = ''] = /<div class="static-brand">.*?<\/div>/s.exec(page) ?? []
    expect(shown).toMatch(/<img src="\/brand-logo\?v=[\w-]{12}" alt="">/)
    expect(shown).toContain('<span>Gestão de Acesso<small>Conexão</small></span>')
    expect(shown).not.toContain('<svg')
  }
})

test('a name cannot insert HTML, and is inserted literally', () => {
  const BRAND_NAME = `"><script>alert(1)</script>$&$'`
  for (const page of brandedPages({ BRAND_NAME })) {
    expect(page).not.toContain('<script>alert')
    expect(page).toContain(
      'content="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;$&#38;$&#39;"',
    )
  }
})

test('the style sheet sets the variables of both colour schemes', async () => {
  const { headers, body } = await get({ BRAND_ACCENT: '#6d28d9' }, '/brand.css')
  expect(headers['content-type']).toBe('text/css; charset=utf-8')
  expect(headers['cache-control']).toContain('immutable')
  expect(body).toMatch(/^:root\{(?:--brand-[a-z-]+:#[0-9a-f]{6};?)+\}$/)
  expect(body).toContain('--brand-fill:#6d28d9')
  // Every variable of the theme has a value, and no value is without a variable.
  const theme = readFileSync(join(web, 'ui/theme.css'), 'utf8')
  const used = new Set([...theme.matchAll(/var\(--(brand-[\w-]+),/g)].map(([, name]) => name))
  const set = new Set([...body.matchAll(/--(brand-[\w-]+):/g)].map(([, name]) => name))
  expect(set).toEqual(used)
})

test('the logo is an image that cannot run scripts, and also the icon', async () => {
  const [page = ''] = brandedPages({ BRAND_LOGO: logo })
  expect(page).toMatch(/<link rel="icon" href="\/brand-logo\?v=/)
  const { headers, rawPayload } = await get({ BRAND_LOGO: logo }, '/brand-logo')
  expect(headers['content-type']).toBe('image/svg+xml')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  )
  expect(rawPayload).toEqual(readFileSync(logo))
})
