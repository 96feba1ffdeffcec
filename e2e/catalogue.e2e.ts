import type { Page } from '@playwright/test'
import { expect, test } from './module-process.ts'
import { findFreePort } from '../test/testing/free-port.ts'
import type { Portaria } from './portaria.ts'
import { answer, choose, confirmIdentity, row, save, search, toast } from './screen.ts'
import { openModule, signIn } from './sign-in-steps.ts'

async function createModule(page: Page, name: string, url: string): Promise<void> {
  await page.getByRole('link', { name: 'Novo Módulo' }).click()
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Url').fill(url)
  await save(page)
  await expect(row(page, name)).toBeVisible()
}

/** Generates the secret of a module and reads it from the screen. */
async function readSecret(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: `Gerenciar Secret: ${name}` }).click()
  await page.getByRole('button', { name: 'Gerar Secret', exact: true }).click()
  await answer(page, 'Deseja gerar uma secret para o módulo?', true)
  await confirmIdentity(page)
  await page.getByRole('button', { name: 'Mostrar secret' }).click()
  return page.getByLabel('Secret', { exact: true }).inputValue()
}

async function createFunction(page: Page, name: string, module: string): Promise<void> {
  await page.goto('/function-create')
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

/** Adds a user with a profile of the module that includes its functions and the action 'aprovar'. */
async function addAnalyst({ sql, world }: Portaria, moduleId: number) {
  const profile = await world.profile(moduleId)
  await sql.query(
    `with held as (insert into profile_functions (profile_id, function_id, module_id)
        select $1, id, module_id from functions where module_id = $2 returning function_id)
     insert into profile_actions (profile_id, function_id, action_id)
     select $1, function_id, a.id from held join actions a using (function_id) where a.path = 'aprovar'`,
    [profile.id, moduleId],
  )
  return world.visitor({ moduleId, profileId: profile.id })
}

test('a service created in the console, with two modules, secret and functions, is entered through the portal', async ({
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
  const secret = await readSecret(page, panel)
  const id = Number(new URL(page.url()).searchParams.get('moduleId'))
  await createFunction(page, world.unique('Tabela'), panel)
  await startModule({ port, id, secret })
  const analyst = await addAnalyst(portaria, id)

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, portaria, analyst.email)
  const arrived = await openModule(theirs, panel)
  await expect(arrived.getByRole('heading', { name: `Olá, ${analyst.name}` })).toBeVisible()
  await expect(arrived).toHaveURL(`http://localhost:${port}/`)
  const held = arrived.getByRole('listitem').filter({ hasText: 'Tabela' })
  await expect(held.getByRole('listitem')).toHaveText(['aprovar'])
  await theirs.context().close()
})
