/** What a person sees whose portal was updated while it was open: the parts that were not loaded yet are gone. */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { heading } from './people-rows.ts'
import { menu, toast } from './screen.ts'

const newer = (page: Page) => heading(page, 'Há uma versão mais nova do portal')

/** As the server answers for a file of the version before. */
const takeAway = (page: Page, file: string) =>
  page.route(`**/assets/${file}*.js`, (route) => route.fulfill({ status: 404, json: {} }))

test('a screen that is gone says so, and opens once the page is loaded again', async ({
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

test('what opens over a screen, and a part of it', async ({ page, world, enter }) => {
  await test.step('a part of a screen that is gone says so in its place', async () => {
    const person = await world.person()
    await takeAway(page, 'why-panel')
    await enter(`/user-edit?id=${person.id}`)
    await expect(newer(page)).toBeVisible()
    await page.unroute('**/assets/why-panel*.js')
    await page.getByRole('button', { name: 'Recarregar' }).click()
    await expect(page.getByRole('region', { name: 'Por quê?' })).toBeVisible()
  })

  await test.step('what opens over a screen leaves it as it is', async () => {
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

test('the portal that is gone when somebody goes on from the sign-in says so, and opens once the page is loaded again', async ({
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
