/** The function tree of a profile with many functions. */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import type { Portaria } from './portaria.ts'
import { confirmIdentity, save, search, toast } from './screen.ts'

/** Creates a profile of a module with this many functions, each with one action. */
async function addLargeModule({ sql, world }: Portaria, functions: number) {
  const module = await world.module()
  await sql.query(
    `with f as (insert into functions (module_id, name, url)
       select $1, 'Função ' || lpad(n::text, 4, '0'), '/f/' || n from generate_series(1, $2::int) n returning id)
     insert into actions (function_id, name, path) select id, 'Criar', 'criar' from f`,
    [module.id, functions],
  )
  return world.profile(module.id)
}

test('the tree works with few and many functions', async ({
  page,
  portaria,
  enter,
  checkAxe,
  world,
}) => {
  await test.step('ticks all search hits, filters ticked and changed ones, and updates the counts', async () => {
    const { id } = await addLargeModule(portaria, 20)
    await enter(`/profile-edit-function?id=${id}`)
    await expect(page.getByText('0 de 20 funções e 0 de 20 ações marcadas')).toBeVisible()
    await search(page).fill('001')
    await expect(shownNames(page)).toHaveCount(11)
    await page.getByRole('checkbox', { name: 'Todas as funções' }).check()
    await expect(page.getByText(/^11 de 20 funções e 0 de 20 ações marcadas/)).toBeVisible()
    await expect(page.getByText('+11 funções')).toBeVisible()
    await search(page).fill('')
    await expect(page.getByRole('checkbox', { name: 'Todas as funções' })).toHaveJSProperty(
      'indeterminate',
      true,
    )
    await page.getByLabel('Mostrar funções').selectOption('Só as marcadas')
    await expect(shownNames(page)).toHaveCount(11)
    await checkAxe()
    // An unticked function stays until the filter changes, and keeps the focus.
    await page.getByRole('checkbox', { name: 'Função 0012', exact: true }).uncheck()
    await expect(page.getByRole('checkbox', { name: 'Função 0012', exact: true })).toBeFocused()
    await page.getByLabel('Mostrar funções').selectOption('Só as alteradas')
    await expect(shownNames(page)).toHaveCount(10)
    await page.getByLabel('Mostrar funções').selectOption('Todas')
    await page.getByRole('checkbox', { name: 'Todas as ações' }).check()
    await expect(page.getByText(/^20 de 20 funções e 20 de 20 ações marcadas/)).toBeVisible()
    await save(page)
    const changes = page.getByRole('list', { name: 'O que muda' }).locator('> li')
    await expect(changes).toHaveText([/^\+20 funçõesFunção 0001Função 0002/, /^\+20 ações/])
    await checkAxe()
    await confirmIdentity(page)
    await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
  })

  await test.step('keyboard: from the search to the checkboxes for all, and to a function', async () => {
    const { id } = await addLargeModule(portaria, 2)
    await follow(page, `/profile-edit-function?id=${id}`)
    await expect(search(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Mostrar funções')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByText(/^2 de 2 funções e 2 de 2 ações marcadas/)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByText(/^1 de 2 funções e 1 de 2 ações marcadas/)).toBeVisible()
  })

  await test.step("'Salvar' is visible regardless of the length of the profile's name, and rows are compact", async () => {
    const { id } = await addLargeModule(portaria, 40)
    await portaria.sql.query('update profiles set name = $1 where id = $2', [
      world.unique('Perfil de nome comprido ').padEnd(200, ' e mais'),
      id,
    ])
    await page.setViewportSize({ width: 1440, height: 900 })
    await follow(page, `/profile-edit-function?id=${id}`)
    await expect(page.getByText('0 de 40 funções e 0 de 40 ações marcadas')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Salvar' })).toBeInViewport({ ratio: 1 })
    const first = page.getByRole('list', { name: 'Funções' }).getByRole('listitem').first()
    expect((await first.boundingBox())?.height).toBeLessThanOrEqual(42)
  })

  await test.step('the page is as high as its content with 1,100 checkboxes', async () => {
    const { id } = await addLargeModule(portaria, 550)
    await follow(page, `/profile-edit-function?id=${id}`)
    await expect(page.getByText('0 de 550 funções e 0 de 550 ações marcadas')).toBeVisible()
    // The first rows are rendered before the others.
    await expect(shownNames(page)).toHaveCount(550)
    const [document, content] = await page.evaluate(() => [
      globalThis.document.documentElement.scrollHeight,
      Math.ceil(globalThis.document.getElementById('root')?.getBoundingClientRect().height ?? 0),
    ])
    expect(document).toBe(content)
  })
})

const shownNames = (page: Page) =>
  page.getByRole('list', { name: 'Funções' }).locator('> li input[aria-labelledby]')
