/** Messages in the corner: where they lie, and how long what was told of an earlier try stays. */
import type { Locator } from '@playwright/test'
import { expect, test } from './console.ts'
import type { Portaria } from './portaria.ts'
import { confirmIdentity, save, toast } from './screen.ts'

/** Whether two things lie over each other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('One of them is not there.')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Once the message has come to rest, for a message that is still on its way lies over nothing. */
async function expectApart(message: Locator, button: Locator): Promise<void> {
  await expect(message).toBeVisible()
  await expect(button).toBeVisible()
  await message.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  )
  expect(await overlap(message, button)).toBe(false)
}

/** A function without actions. */
async function addFunction({ world }: Portaria) {
  const { id } = await world.module()
  return world.function(id, { name: world.unique('Pedidos'), url: '/p' })
}

for (const width of [360, 720, 1024, 1440, 1920]) {
  test(`two of them lie over no button of the page at ${width} px`, async ({
    page,
    world,
    enter,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const module = await world.module()
    const [profile, other] = [await world.profile(module.id), await world.profile(module.id)]
    await enter(`/profile-edit?id=${profile.id}`)
    await expect(page.getByLabel('Nome')).toHaveValue(profile.name)
    await page.getByLabel('Nome').fill(other.name)
    await save(page)
    await confirmIdentity(page)
    const failure = toast(page, 'Erro ao cadastrar perfil!')
    const reason = toast(page, 'Já existe um perfil com este nome neste módulo.')
    for (const message of [failure, reason])
      for (const name of ['Excluir perfil', 'Cancelar', 'Salvar'])
        await expectApart(message, page.getByRole('button', { name }))
  })
}

test('what an earlier try was told goes when the next one begins', async ({
  page,
  portaria,
  enter,
}) => {
  const { id } = await addFunction(portaria)
  await enter(`/action-form?functionId=${id}`)
  await page.getByLabel('Nome').fill('Aprovar')
  await page.route('**/api/function-action', (route) => route.abort())
  await save(page)
  await expect(toast(page, 'Erro inesperado.')).toBeVisible()
  await page.unroute('**/api/function-action')
  await save(page)
  await expect(toast(page, 'Ação cadastrada')).toBeVisible()
  await expect(toast(page, 'Erro inesperado.')).toHaveCount(0, { timeout: 1000 })
})

test('what an earlier try was told goes when the next one is found wrong', async ({
  page,
  portaria,
  enter,
}) => {
  const { id } = await addFunction(portaria)
  await enter(`/action-form?functionId=${id}`)
  await page.getByLabel('Nome').fill('Aprovar')
  await page.route('**/api/function-action', (route) => route.abort())
  await save(page)
  await expect(toast(page, 'Erro inesperado.')).toBeVisible()
  await page.getByLabel('Nome').fill('')
  await save(page)
  await expect(toast(page, 'Erro inesperado.')).toHaveCount(0, { timeout: 1000 })
})

test('what an earlier try was told goes when a button beside a form is pressed again', async ({
  page,
  world,
  enter,
}) => {
  const { id: moduleId } = await world.module()
  const { id, name } = await world.profile(moduleId, { status: 0 })
  await world.profile(moduleId, { name })
  await enter(`/profile-edit?id=${id}`)
  const activate = page.getByRole('button', { name: 'Ativar perfil' })
  const failure = toast(page, 'Erro ao atualizar o status do perfil!')
  await activate.click()
  await confirmIdentity(page)
  await expect(failure).toBeVisible()
  await activate.click()
  await expect(page.getByRole('dialog').getByLabel('Senha', { exact: true })).toBeVisible()
  await expect(failure).toHaveCount(0, { timeout: 1000 })
})
