/** A user's state in a shared browser is not taken over by the next user. */
import type { Page } from '@playwright/test'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { expect, test } from './console.ts'
import { rows, save, search } from './screen.ts'
import { openConsole, passSignIn } from './sign-in-steps.ts'
import type { World } from './world.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Deseja salvar as alterações?' })

/** Opens the form of a function, changes it and submits, so that its question is open. */
async function changeFunction(
  page: Page,
  world: World,
  enter: (path: string) => Promise<void>,
): Promise<void> {
  const module = await world.module()
  const { id } = await world.function(module.id, { name: 'Pedidos', url: '/pedidos' })
  await enter(`/function-edit?id=${id}`)
  await page.getByLabel('Nome').fill('Alterado pela primeira pessoa')
  await save(page)
  await expect(question(page)).toBeVisible()
}

test('a question that is open when the session ends in another tab is closed and writes nothing', async ({
  page,
  world,
  enter,
}) => {
  await changeFunction(page, world, enter)
  const other = await page.context().newPage()
  await other.goto('/logout')
  await expect(page).toHaveURL(/\/auth$/)
  await expect(question(page)).toHaveCount(0)
})

test('the sign-in after the end of a session offers federated access, even if its configuration loads late', async ({
  page,
  enter,
}) => {
  await enter('/profile-list')
  await expect(page.getByRole('heading', { name: 'Perfil' })).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/sign-in-options', async (route) => {
    await held.promise
    await route.continue()
  })
  const other = await page.context().newPage()
  await other.goto('/logout')
  await expect(page.getByLabel('Usuário (e-mail)')).toBeVisible()
  held.resolve()
  await expect(page.getByRole('button', { name: 'Acesso Federado' })).toBeVisible()
})

test('a confirmation that one user opened is not sent with the token of another', async ({
  page,
  world,
  enter,
}) => {
  await changeFunction(page, world, enter)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await page.evaluate(() => localStorage.setItem('token', 'a token of another user'))
  await question(page).getByRole('button', { name: 'Sim' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  expect(sent).toEqual([])
})

test("a module opened for another company does not change the console's company", async ({
  page,
  world,
  enter,
}) => {
  const [own, other] = [await world.build.company(), await world.build.company()]
  const person = await world.visitor({ moduleId: 1, profileId: 8, companies: [own] })
  await world.grantModule(person, other.id, exampleModuleId)
  await enter('/profile-list', person.email)
  await expect(page.getByRole('heading', { name: 'Perfil' })).toBeVisible()
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.getByRole('combobox', { name: 'Buscar telas, registros e ações' }).fill('exemplo')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('option', { name: 'Módulo de Exemplo' }).click()
  await expect((await opened).getByText('Olá')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(own.name)
  expect(await page.evaluate(() => localStorage.getItem('company_id'))).toBe(String(own.id))
})

test('a list that one user searched is unfiltered for the next', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const next = await world.administrator()
  const { id, name } = await world.service()
  await enter('/service-list')
  await search(page).fill(name)
  await expect(rows(page)).toHaveText([name])
  await page.getByRole('link', { name: 'SAIR' }).click()
  await expect(page.getByLabel('Usuário (e-mail)')).toBeVisible()
  await passSignIn(page, portaria, next.email)
  await openConsole(page)
  // Continue in the first user's tab.
  await page.getByRole('link', { name: 'Gestão de Acesso' }).first().click()
  await expect(page.getByRole('heading', { name: 'HOME' })).toBeVisible()
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.getByRole('combobox', { name: 'Buscar telas, registros e ações' }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page).toHaveURL(new RegExp(`/service-form\\?id=${id}$`))
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(page).toHaveURL(/\/service-list$/)
})

test('the address that one user was redirected from is not opened for the next', async ({
  page,
  portaria,
  world,
  signIn,
}) => {
  const [first, next] = [await world.master(), await world.master()]
  await signIn(first.email)
  await world.endSessions(first)
  await page.goto('/sessions')
  await expect(page).toHaveURL(/\/auth$/)
  await passSignIn(page, portaria, next.email)
  await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
})
