/** Two records of one screen, one after the other. */
import { expect, test } from './console.ts'

test('what was typed for one record is not taken along to the next', async ({
  page,
  world,
  enter,
}) => {
  const module = await world.module()
  const one = await world.function(module.id, { name: 'Pedidos', url: '/pedidos' })
  const other = await world.function(module.id, { name: 'Faturas', url: '/faturas' })
  await enter(`/function-edit?id=${one.id}`)
  const name = page.getByLabel('Nome')
  await name.fill('Alterado')
  // An address that is put in so is asked about by nobody.
  await page.evaluate((to) => history.pushState({}, '', to), `/function-edit?id=${other.id}`)
  await expect(name).toHaveValue('Faturas')
  await expect(page.getByRole('button', { name: 'Voltar' })).toBeVisible()
})
