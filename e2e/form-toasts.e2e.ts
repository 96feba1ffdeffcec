/** Toasts: their position, and how long messages of an earlier attempt stay. */
import type { Locator, Page } from '@playwright/test'
import { atRest } from './accessibility.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import type { Portaria } from './portaria.ts'
import { save, toast } from './screen.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Reads all boxes in parallel, because a toast closes by itself. */
async function boxesOf(shown: Locator[]): Promise<Box[]> {
  const boxes = await Promise.all(shown.map((each) => each.boundingBox()))
  return boxes.map((box) => {
    if (!box) throw new Error('An element is not visible')
    return box
  })
}

/** Returns whether two boxes overlap. */
function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Creates a function without actions. */
async function addFunction({ world }: Portaria) {
  const { id } = await world.module()
  return world.function(id, { name: world.unique('Pedidos'), url: '/p' })
}

test('two toasts cover no button of a form at any width but a phone’s', async ({
  page,
  world,
  enter,
}) => {
  const module = await world.module()
  const other = await world.profile(module.id)
  await enter('/profile-list')
  for (const width of [720, 1024, 1440, 1920])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const profile = await world.profile(module.id)
      await follow(page, `/profile-edit?id=${profile.id}`)
      await expect(page.getByLabel('Nome')).toHaveValue(profile.name)
      await page.getByLabel('Nome').fill(other.name)
      await save(page)
      const failure = toast(page, 'Erro ao cadastrar perfil!')
      const reason = toast(page, 'Já existe um perfil com este nome neste módulo.')
      const messages = [failure, reason]
      const buttons = ['Excluir perfil', 'Cancelar', 'Salvar'].map((name) =>
        page.getByRole('button', { name }),
      )
      for (const each of [...messages, ...buttons]) await expect(each).toBeVisible()
      // Wait for the toast's animation.
      await atRest(page)
      const boxes = await boxesOf([...messages, ...buttons])
      const [over, under] = [boxes.slice(0, messages.length), boxes.slice(messages.length)]
      for (const message of over)
        expect(under.filter((button) => overlap(message, button))).toEqual([])
    })
})

test('toasts appear right below the header on a phone', async ({ page, enter }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route('**/assets/palette*', (route) => route.abort())
  await enter('/home')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  const message = toast(
    page,
    'Não foi possível abrir. Recarregue a página: pode haver uma versão mais nova do portal.',
  )
  await expect(message).toBeVisible()
  await atRest(page)
  const header = await page.getByRole('banner').boundingBox()
  const gap = ((await message.boundingBox())?.y ?? 0) - (header?.height ?? 0)
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(gap).toBeLessThanOrEqual(16)
})

/** Opens the form of a new action and makes a first save fail with a message. */
async function failToAdd(
  page: Page,
  portaria: Portaria,
  go: (path: string) => Promise<void>,
): Promise<void> {
  const { id } = await addFunction(portaria)
  await go(`/action-form?functionId=${id}`)
  await page.getByLabel('Nome').fill('Aprovar')
  await page.route('**/api/function-action', (route) => route.abort())
  await save(page)
  await expect(toast(page, 'Erro inesperado.')).toBeVisible()
}

test('messages of an earlier attempt close when the next one starts or is invalid', async ({
  page,
  portaria,
  enter,
  world,
}) => {
  await test.step('messages of an earlier attempt close when the next one starts', async () => {
    await failToAdd(page, portaria, enter)
    await page.unroute('**/api/function-action')
    await save(page)
    await expect(toast(page, 'Ação cadastrada')).toBeVisible()
    await expect(toast(page, 'Erro inesperado.')).toHaveCount(0, { timeout: 1000 })
  })

  await test.step('messages of an earlier attempt close when the next one is invalid', async () => {
    await failToAdd(page, portaria, (path) => follow(page, path))
    await page.getByLabel('Nome').fill('')
    await save(page)
    await expect(toast(page, 'Erro inesperado.')).toHaveCount(0, { timeout: 1000 })
  })

  await test.step('messages of an earlier attempt close when a button beside a form is pressed again', async () => {
    const { id: moduleId } = await world.module()
    const { id, name } = await world.profile(moduleId, { active: false })
    const other = await world.profile(moduleId, { name })
    await follow(page, `/profile-edit?id=${id}`)
    const activate = page.getByRole('button', { name: 'Ativar perfil' })
    const failure = toast(page, 'Erro ao atualizar o status do perfil!')
    await activate.click()
    await expect(failure).toBeVisible()
    await portaria.sql.query(`update profiles set name = name || ' 2' where id = $1`, [other.id])
    await activate.click()
    await expect(page.getByRole('dialog').getByLabel('Senha', { exact: true })).toBeVisible()
    await expect(failure).toHaveCount(0, { timeout: 1000 })
  })
})
