/** Position of toasts. */
import type { Locator } from '@playwright/test'
import { atRest } from './accessibility.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
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
      const buttons = ['Mais ações', 'Cancelar', 'Salvar'].map((name) =>
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
