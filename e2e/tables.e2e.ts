import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { expectToFit, pager, row, rows } from './screen.ts'
import { longAgo, type World } from './world.ts'

const widths = [640, 720, 800, 900, 1000, 1100]
const table = (page: Page) => page.getByRole('table')

/** The words and dates of a table that stand on more than one line although there are spaces to break at. */
async function brokenTexts(page: Page): Promise<string[]> {
  return table(page).evaluate((shown) => {
    const broken: string[] = []
    const nodes = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const text = nodes.currentNode
      for (const { 0: found, index } of (text.textContent ?? '').matchAll(
        /\d{2}\/\d{2}\/\d{4} [\d:]{8}|[^\s/]+/g,
      )) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + found.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(found)
      }
    }
    return broken
  })
}

/** A profile whose row has much to say, and a function of the same module. */
async function addWordyProfile(world: World) {
  const service = await world.service({ name: world.unique('Credenciamento') })
  const module = await world.module({
    name: world.unique('Interconexão local'),
    service_id: service.id,
  })
  const name = world.unique(
    'Administradores responsáveis pelo acompanhamento da interconexão entre as operadoras',
  )
  const dates = { created_at: longAgo, updated_at: '2020-01-02T03:04:05Z' }
  await world.profile(module.id, { name, ...dates })
  const functionName = world.unique('Acompanhamento da interconexão')
  await world.function(module.id, {
    name: functionName,
    url: '/interconexao/acompanhamento',
    ...dates,
  })
  return { service, module, name, functionName }
}

test.describe('a table', () => {
  test('breaks no word and no date, and keeps the actions of rows in sight, at any width', async ({
    page,
    world,
    enter,
    checkAxe,
  }) => {
    const { name, functionName, service } = await addWordyProfile(world)
    await enter('/home')
    for (const { path, first, action } of [
      { path: `/profile-list?search=${name}`, first: name, action: 'Adicionar função' },
      { path: `/function-list?search=${functionName}`, first: functionName, action: 'Ações' },
      { path: `/service-list?search=${service.name}`, first: service.name, action: 'Módulos' },
    ]) {
      await page.goto(path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        await expect(row(page, first)).toBeVisible()
        await expectToFit(page, width)
        await expect
          .poll(() => brokenTexts(page), { message: `${path} at ${width} px` })
          .toEqual([])
        await expect(
          row(page, first).getByRole('link', { name: `${action}: ${first}` }),
        ).toBeInViewport({ ratio: 1 })
      }
      await checkAxe()
    }
  })
})
