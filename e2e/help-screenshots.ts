/**
 * Renews the pictures of the help, `web/help/pictures/*.webp`, from the demo: `npm run help:screenshots`. Give the names of
 * pictures to renew only those. The pictures are light, in Portuguese, and small enough for `web/help/help-pages.test.ts`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { pictureScale } from '../scripts/compile-help.ts'
import { demoPassword } from '../test/testing/portal-client.ts'
import { findFreePort } from '../test/testing/free-port.ts'
import { findBrowser } from './browser.ts'
import { enterConsole } from './console.ts'
import { companies, modules, openAccessPage, services } from './sign-in-steps.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

const root = join(import.meta.dirname, '..')
const master = 'master@portaria.example'
/** Works only for the company of the master user, who therefore sees all tabs of the record. */
const person = 'Eduarda Lobato'
const personPath = `/user-list?name=${encodeURIComponent(person)}`

interface Picture {
  /** Demo user; none for a signed-out visitor. */
  user?: string
  path: string
  /** Waits until the screen is complete, or brings it into the state to show. */
  prepare: (page: Page) => Promise<void>
  /** Height of the window in CSS pixels; by default 560. */
  height?: number
}

const show = (text: string) => async (page: Page) => {
  await page.getByText(text).first().waitFor()
}

/** Opens the record of a person from the list, on a tab. */
const openPerson = (tab: string) => async (page: Page) => {
  await page.getByRole('link', { name: person }).first().click()
  await page.getByRole('link', { name: tab, exact: true }).click()
}

/** Confirms a write with the password. */
async function confirm(page: Page): Promise<void> {
  const password = page.getByRole('textbox', { name: 'Senha' })
  // The dialog of the write may be open below it.
  const dialog = page.getByRole('dialog').filter({ has: password })
  await password.fill(demoPassword)
  await dialog.getByRole('button', { name: /^(?:Sim|Confirmar)$/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const pictures: Record<string, Picture> = {
  entrar: { path: '/auth', prepare: show('Esqueceu sua senha?'), height: 640 },
  recuperar: { path: '/reset_password', prepare: show('Voltar para o login'), height: 640 },
  'minha-conta': {
    user: master,
    path: '/my-account',
    async prepare(page) {
      await addAuthenticator(page)
      await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
      await confirm(page)
      await page.getByRole('textbox', { name: 'Nome' }).fill('Notebook do trabalho')
      await page.getByRole('button', { name: 'Salvar nome' }).click()
      await page.getByRole('heading', { name: 'Notebook do trabalho' }).waitFor()
      await page.getByRole('button', { name: 'Fechar' }).first().click()
    },
    height: 640,
  },
  'alterar-e-mail': {
    // A user whose account no other picture shows.
    user: 'operador@portaria.example',
    path: '/my-account',
    async prepare(page) {
      await page.getByRole('button', { name: 'Alterar e-mail' }).click()
      await page.getByLabel('Novo e-mail').fill('novo.endereco@araucaria.example')
      await page.getByRole('button', { name: 'Pedir alteração' }).click()
      await confirm(page)
      await show('Aguarda a confirmação')(page)
      await page.getByRole('button', { name: 'Fechar aviso' }).click()
    },
  },
  'pagina-de-acesso': {
    user: 'operador@portaria.example',
    path: '/access-page',
    async prepare(page) {
      await companies(page)
        .getByRole('button', { name: /Araucária/ })
        .click()
      await services(page)
        .getByRole('button', { name: /Credenciamento/ })
        .click()
      await modules(page).getByRole('button').first().waitFor()
      await page.evaluate(() => {
        scrollTo(0, 0)
      })
    },
    height: 660,
  },
  'cadastrar-pessoa': { user: master, path: '/user-create', prepare: show('Perfis'), height: 700 },
  pessoa: {
    user: master,
    path: personPath,
    async prepare(page) {
      await openPerson('Resumo')(page)
      await show('Data de criação')(page)
    },
    height: 640,
  },
  acessos: {
    user: master,
    path: personPath,
    async prepare(page) {
      await openPerson('Acessos')(page)
      await page.getByRole('heading', { name: 'Por quê?' }).waitFor()
    },
    height: 680,
  },
  prazo: {
    user: master,
    path: '/user-list?pending=profile',
    async prepare(page) {
      await page.getByRole('rowheader').getByRole('link').first().click()
      await page.getByRole('link', { name: 'Acessos', exact: true }).click()
      await page.getByRole('button', { name: 'Prorrogar' }).first().click()
      await page.getByRole('dialog').getByLabel('Válido até').waitFor()
    },
    height: 640,
  },
  'por-que': {
    user: master,
    path: personPath,
    async prepare(page) {
      await openPerson('Acessos')(page)
      const why = page.getByRole('region', { name: 'Por quê?' })
      await why.getByRole('combobox', { name: 'Módulo' }).click()
      await page.getByRole('option', { name: /Painel regulatório/ }).click()
      await why.getByText('Não permitido').waitFor()
      await why.getByRole('button', { name: /Dar perfil/ }).waitFor()
      // Scrolls the section below the header, which stays at the top of the window.
      await why.evaluate((section) => {
        section.style.scrollMarginTop = '80px'
        section.scrollIntoView()
      })
    },
    height: 700,
  },
  'pedir-acesso': {
    user: master,
    path: '/request-list?awaits_me=1',
    async prepare(page) {
      await page
        .getByRole('link', { name: /^Decidir: / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Aprovar' }).waitFor()
    },
    height: 1040,
  },
  importar: {
    user: master,
    path: '/user-import',
    prepare: show('Colunas do arquivo'),
    height: 640,
  },
  licencas: { user: master, path: '/user-seats', prepare: show('licenças em uso') },
  revisao: {
    user: master,
    path: '/review-list',
    async prepare(page) {
      await page.getByRole('link', { name: 'Revisão semestral de acessos' }).click()
      await page
        .getByRole('button', { name: /^Manter:/ })
        .first()
        .waitFor()
    },
    height: 600,
  },
  incompatibilidade: {
    user: 'admin@portaria.example',
    path: '/separation-rule-list',
    async prepare(page) {
      await page.getByRole('link', { name: 'Tráfego e obrigações regulatórias' }).first().click()
      await page.getByRole('link', { name: /Violações/ }).click()
      await page.getByRole('cell', { name: 'Sem exceção' }).first().waitFor()
    },
  },
  delegar: { user: master, path: '/master-delegation', prepare: show('delegações'), height: 640 },
  auditoria: {
    user: master,
    path: personPath,
    async prepare(page) {
      await openPerson('Resumo')(page)
      await page.getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Bloquear usuário' }).click()
      await confirm(page)
      await page.goto(personPath)
      await openPerson('Resumo')(page)
      await page.getByRole('button', { name: 'Desbloquear usuário' }).click()
      await confirm(page)
      await page.goto('/audit-list?only=changes')
      await show('Bloqueado:')(page)
    },
  },
}

const only = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'portaria-help-'))
const demo = await startDemo()
const browser = await chromium.launch(findBrowser())
try {
  for (const [name, picture] of Object.entries(pictures)) {
    if (only.length > 0 && !only.includes(name)) continue
    const file = join(root, 'web/help/pictures', `${name}.webp`)
    console.log(name)
    writeFileSync(file, await take(browser, picture))
  }
} finally {
  await browser.close()
  await demo.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the demo on free ports and new data. */
async function startDemo(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await findFreePort()
  const server = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      CAPTCHA_PROVIDER: 'none',
      DATA_DIR: folder,
      PORT: String(port),
      EXAMPLE_MODULE_PORT: String(await findFreePort()),
      EXAMPLE_IDP_PORT: String(await findFreePort()),
    },
  })
  let printed = ''
  for await (const chunk of server.stdout) {
    printed += String(chunk)
    if (/is running: http/.test(printed)) break
  }
  return {
    url: `http://localhost:${port}`,
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

/** Returns the picture of a screen as WebP. */
async function take(on: Browser, { user, path, prepare, height = 560 }: Picture): Promise<Buffer> {
  const context = await on.newContext({
    baseURL: demo.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    deviceScaleFactor: pictureScale,
    viewport: { width: 1040, height },
  })
  const page = await context.newPage()
  // Without this, a page shows the typeface only if it loads within a few milliseconds.
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    const css = await response.text()
    await route.fulfill({
      response,
      body: css.replace('font-display:optional', 'font-display:swap'),
    })
  })
  if (user === undefined) await page.goto(path)
  else if (path === '/access-page') await openAccessPage(page, demo, user)
  else await enterConsole(page, demo.url, { email: user, path })
  await prepare(page)
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(0, 0)
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const image = await toWebp(page, png)
  await context.close()
  return image
}

/** Converts a picture in the browser, which has an encoder. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  // The content security policy of the portal forbids reading a data URL.
  await page.goto('about:blank')
  const url = await page.evaluate(
    async (source) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob())
      const canvas = document.createElement('canvas')
      canvas.width = bitmap.width
      canvas.height = bitmap.height
      canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0)
      return canvas.toDataURL('image/webp', 0.7)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
