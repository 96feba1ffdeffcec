/** Two records on one screen in sequence. */
import { expect, test } from './console.ts'

test('input for one record is not carried over to the next', async ({ page, world, enter }) => {
  const module = await world.module()
  const one = await world.function(module.id, { name: 'Pedidos', url: '/pedidos' })
  const other = await world.function(module.id, { name: 'Faturas', url: '/faturas' })
  await enter(`/function-edit?id=${one.id}`)
  const name = page.getByLabel('Nome')
  await name.fill('Alterado')
  // A URL changed this way bypasses the question about unsaved input.
  await page.evaluate((to) => history.pushState({}, '', to), `/function-edit?id=${other.id}`)
  await expect(name).toHaveValue('Faturas')
  await expect(page.getByRole('button', { name: 'Voltar' })).toBeVisible()
})
