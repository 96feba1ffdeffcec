/**
 * A page is open for so long that the server has deleted the files of its version, some of which the page has not
 * loaded yet.
 */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { heading } from './people-rows.ts'
import { menu, toast } from './screen.ts'

const newer = (page: Page) => heading(page, 'Há uma versão mais nova do portal')

/** Responds with 404, as the server does for a file of a version that is no longer published. */
const takeAway = (page: Page, file: string) =>
  page.route(`**/assets/${file}*.js`, (route) => route.fulfill({ status: 404, json: {} }))

test('a missing screen shows a notice, and opens after a reload', async ({
  page,
  enter,
  checkAxe,
}) => {
  await enter('/home')
  await takeAway(page, 'user-list')
  await menu(page).getByRole('link', { name: 'Usuário', exact: true }).click()
  await expect(newer(page)).toBeVisible()
  await expect(menu(page)).toBeVisible()
  await checkAxe()
  await page.unroute('**/assets/user-list*.js')
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await expect(heading(page, 'Usuários')).toBeVisible()
})

test('missing files of dialogs and sections', async ({ page, world, enter }) => {
  await test.step('a missing section shows a notice in its place', async () => {
    const person = await world.person()
    await takeAway(page, 'why-panel')
    await enter(`/user-edit?id=${person.id}&tab=access`)
    await expect(newer(page)).toBeVisible()
    await page.unroute('**/assets/why-panel*.js')
    await page.getByRole('button', { name: 'Recarregar' }).click()
    await expect(page.getByRole('region', { name: 'Por quê?' })).toBeVisible()
  })

  await test.step('a missing dialog leaves the screen unchanged', async () => {
    await takeAway(page, 'palette')
    await page.goto('/home')
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await expect(
      toast(
        page,
        'Não foi possível abrir. Recarregue a página: pode haver uma versão mais nova do portal.',
      ),
    ).toBeVisible()
    await expect(newer(page)).toHaveCount(0)
  })
})

test('a missing console file after the sign-in shows a notice, and opens after a reload', async ({
  page,
  checkAxe,
}) => {
  await takeAway(page, 'portal')
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
  await expect(newer(page)).toBeVisible()
  await checkAxe()
  await page.unroute('**/assets/portal*.js')
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await expect(heading(page, 'Recupere seu acesso')).toBeVisible()
})
