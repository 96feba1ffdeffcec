/** The connection is lost and returns (decision 71). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { field, heading } from './people-rows.ts'
import { alert, confirmIdentity, menu, message, proofDialog, row, save, search } from './screen.ts'

const notice = (page: Page) =>
  page.getByRole('status', { name: 'Conexão' }).getByText('Sem conexão. Tentaremos de novo.')

const unsent = 'Sem conexão. Tente de novo quando ela voltar.'

test('a lost connection is no unexpected error, and nothing typed is lost', async ({
  page,
  context,
  world,
  enter,
}) => {
  const service = await world.service()

  await test.step('a list is read again when the connection is back', async () => {
    await enter(`/service-list?search=${service.name}`)
    await expect(row(page, service.name)).toBeVisible()
    await context.setOffline(true)
    await expect(notice(page)).toBeVisible()
    await search(page).fill(service.name.toUpperCase())
    await expect(alert(page, 'Sem conexão. Tentaremos de novo.')).toBeVisible()
    await context.setOffline(false)
    await expect(row(page, service.name)).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
  })

  await test.step('a write keeps what was typed, and can be sent again', async () => {
    await row(page, service.name).getByRole('link', { name: 'Editar' }).click()
    await expect(field(page, 'Nome')).toHaveValue(service.name)
    await field(page, 'Descrição').fill('Digitado sem conexão')
    await context.setOffline(true)
    await context.setOffline(true)
    await save(page)
    await confirmIdentity(page)
    await expect(proofDialog(page).getByText(unsent)).toBeVisible()
    await expect(page.getByText('contate o administrador')).toHaveCount(0)
    await context.setOffline(false)
    await expect(notice(page)).toHaveCount(0)
    await confirmIdentity(page)
    await expect(message(page, 'Serviço atualizado')).toBeVisible()
  })

  await test.step('a screen that was not loaded yet opens when the connection is back', async () => {
    await enter('/home')
    await context.setOffline(true)
    await menu(page).getByRole('link', { name: 'Perfil', exact: true }).click()
    await expect(heading(page, 'Sem conexão')).toBeVisible()
    await expect(heading(page, 'Algo deu errado')).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Perfil', exact: true })).toBeVisible()
  })
})

test('the sign-in says that there is no connection', async ({ page, context }) => {
  await page.goto('/auth')
  await expect(page.getByLabel('Usuário (e-mail)')).toBeVisible()
  await context.setOffline(true)
  await expect(notice(page)).toBeVisible()
  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0)
})
