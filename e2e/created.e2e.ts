/** A list after a creation: the new row, and what comes next (decision 80). */
import { expect, test } from './console.ts'
import { confirmIdentity, row, save } from './screen.ts'

test('a new service and its module are marked in their lists, which lead to the next step until they are reloaded', async ({
  page,
  world,
  enter,
}) => {
  const service = world.unique('Roaming')
  const next = page.getByRole('region', { name: 'Próximo passo' })

  await test.step('the service', async () => {
    await enter('/service-list?sort=created_at&order=desc')
    await page.getByRole('link', { name: 'Novo Serviço' }).click()
    await page.getByLabel('Nome').fill(service)
    await page.getByLabel('Descrição').fill('Criado por um teste')
    await save(page)
    await confirmIdentity(page)
    await expect(page).toHaveURL(/\/service-list\?/)
    await expect(row(page, service)).toContainText('Novo')
    await expect(row(page, service)).toBeInViewport()
    await expect(page.getByRole('link', { name: service, exact: true })).toBeFocused()
  })

  await test.step('its module', async () => {
    await next.getByRole('link', { name: 'Cadastrar módulo' }).click()
    await expect(page).toHaveURL(/\/module-create\?/)
    await page.getByLabel('Nome').fill('Painel')
    await page.getByLabel('Url').fill('painel.example')
    await save(page)
    await expect(page).toHaveURL(/\/module-list\?/)
    await expect(row(page, 'Painel')).toContainText('Novo')
    await expect(next).toContainText('Recém-criado: Painel.')
  })

  await test.step('a reload marks nothing', async () => {
    await page.reload()
    await expect(row(page, 'Painel')).toBeVisible()
    await expect(row(page, 'Painel')).not.toContainText('Novo')
    await expect(next).toHaveCount(0)
  })

  await test.step('the next step', async () => {
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Cadastro de Módulo' })).toBeVisible()
    await page.getByLabel('Nome').fill('Arquivo')
    await page.getByLabel('Url').fill('arquivo.example')
    await save(page)
    await next.getByRole('link', { name: 'Gerar secret' }).click()
    await expect(page.getByRole('heading', { name: 'Gerenciamento de secret' })).toBeVisible()
  })
})
