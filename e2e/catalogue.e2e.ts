import type { Page } from '@playwright/test'
import { follow } from './follow.ts'
import { expect, test } from './module-process.ts'
import { findFreePort } from '../test/testing/free-port.ts'
import { choose, confirmIdentity, row, save, search, toast } from './screen.ts'
import { openModule, signIn } from './sign-in-steps.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function createModule(page: Page, name: string, url: string): Promise<void> {
  await page.getByRole('link', { name: 'Novo Módulo' }).click()
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Url').fill(url)
  await save(page)
  await expect(row(page, name)).toBeVisible()
}

/** Sets the logo of a module on its form. */
async function addLogo(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `Editar: ${name}` }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Escolher imagem' }).click()
  const buffer = Buffer.from(pixel, 'base64')
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(toast(page, 'Imagem atualizada.')).toBeVisible()
  await page.getByRole('button', { name: 'Voltar' }).click()
}

/** Generates the secret of a module and copies it from the screen. */
async function copySecret(page: Page, name: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('link', { name: `Gerenciar Secret: ${name}` }).click()
  await page.getByRole('button', { name: 'Gerar Secret', exact: true }).click()
  await confirmIdentity(page, 'Deseja gerar uma secret para o módulo?')
  await page.getByRole('button', { name: 'Copiar secret' }).click()
  await expect(toast(page, 'Copiado para a área de transferência')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

async function createFunction(page: Page, name: string, module: string): Promise<void> {
  await follow(page, '/function-create')
  await page.getByLabel('Nome').fill(name)
  await choose(page, 'Módulo', module)
  await page.getByLabel('Url').fill('tarifas')
  await save(page)
  await expect(page).toHaveURL(/\/function-list/)
  await search(page).fill(name)
  await page.getByRole('link', { name: `Ações: ${name}` }).click()
  for (const action of ['Consultar', 'Aprovar']) {
    await page.getByRole('link', { name: 'Nova Action' }).click()
    await page.getByLabel('Nome').fill(action)
    await page.getByLabel('Path').fill(action.toLowerCase())
    await save(page)
    await expect(row(page, action)).toBeVisible()
  }
}

/** Creates a profile with this function and its action 'Aprovar', and returns its id. */
async function createProfile(page: Page, name: string, of: Record<'module' | 'fn', string>) {
  await follow(page, '/profile-create')
  await page.getByLabel('Nome').fill(name)
  await choose(page, 'Módulo', of.module)
  await save(page)
  await confirmIdentity(page)
  await expect(toast(page, 'Perfil cadastrado com sucesso!')).toBeVisible()
  await expect(page).toHaveURL(/\/profile-list$/)
  await search(page).fill(name)
  await page.getByRole('link', { name: `Adicionar função: ${name}` }).click()
  await expect(page).toHaveURL(/\/profile-edit-function/)
  const id = Number(new URL(page.url()).searchParams.get('id'))
  await page.getByRole('checkbox', { name: of.fn, exact: true }).check()
  await page
    .getByRole('group', { name: `Ações de ${of.fn}` })
    .getByLabel('Aprovar')
    .check()
  await save(page)
  await confirmIdentity(page)
  await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
  return id
}

test('a service created in the console, with two modules, secret, functions and a profile, is entered through the portal', async ({
  page,
  browser,
  portaria,
  world,
  enter,
  startModule,
}) => {
  const port = await findFreePort()
  const service = world.unique('Tarifação')
  const archive = world.unique('Arquivo de tarifas')
  const panel = world.unique('Painel de tarifas')
  await enter('/service-form')
  await page.getByLabel('Nome').fill(service)
  await page.getByLabel('Descrição').fill('Tarifas entre operadoras')
  await save(page)
  await confirmIdentity(page)
  await expect(toast(page, 'Serviço cadastrado')).toBeVisible()
  await expect(page).toHaveURL(/\/service-list$/)
  await search(page).fill(service)
  await page.getByRole('link', { name: `Módulos: ${service}` }).click()
  await createModule(page, archive, 'arquivo.example')
  await createModule(page, panel, `http://localhost:${port}`)
  await addLogo(page, panel)
  const secret = await copySecret(page, panel)
  const id = Number(new URL(page.url()).searchParams.get('moduleId'))
  const fn = world.unique('Tabela')
  await createFunction(page, fn, panel)
  const profileId = await createProfile(page, world.unique('Analista'), { module: panel, fn })
  await startModule({ port, id, secret })
  const analyst = await world.visitor({ moduleId: id, profileId })

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, portaria, analyst.email)
  await expect(theirs.locator('[data-module] img')).toHaveJSProperty('naturalWidth', 1)
  const arrived = await openModule(theirs, panel)
  await expect(arrived.getByRole('heading', { name: `Olá, ${analyst.name}` })).toBeVisible()
  await expect(arrived).toHaveURL(`http://localhost:${port}/`)
  const held = arrived.getByRole('listitem').filter({ hasText: 'Tabela' })
  await expect(held.getByRole('listitem')).toHaveText(['aprovar'])
  await theirs.context().close()
})
