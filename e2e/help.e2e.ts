/** The help (decision 78): open without sign-in, and reached from '?' in the header of each screen. */
import { helpPages } from '../contract/help-pages.ts'
import { expect, test } from './console.ts'
import { resetBrowser } from './sign-in-steps.ts'

const help = { name: 'Ajuda desta tela (abre em outra aba)' }

test('a signed-out visitor reads the help, and returns to the sign-in', async ({
  page,
  checkAxe,
}) => {
  await page.goto('/auth')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', help).click()
  const tab = await opened
  await expect(
    tab.getByRole('heading', { name: 'Entrar pela primeira vez', level: 1 }),
  ).toBeVisible()
  await expect(tab).toHaveTitle(/Entrar pela primeira vez/)
  await tab.close()

  await page.goto('/ajuda')
  await expect(page.getByRole('heading', { name: 'Ajuda', level: 1 })).toBeVisible()
  await checkAxe()
  for (const [path, title] of Object.entries(helpPages)) {
    await page.getByRole('navigation', { name: 'Páginas de ajuda' }).getByText(title).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    const picture = page.getByRole('article').getByRole('img').first()
    await expect(picture).toHaveJSProperty('complete', true)
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      1,
    )
    await checkAxe()
  }
  const loaded = await page.goto('/ajuda/delegar')
  expect(loaded?.status()).toBe(200)
  expect((await page.goto('/ajuda/nada'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
  // A link to a guarded screen leads to the sign-in first.
  await page.goto('/ajuda/importar-pessoas')
  await page.getByRole('article').getByRole('link', { name: 'Usuário', exact: true }).click()
  await expect(page).toHaveURL('/auth')
})

test("'?' opens the help of the screen in another tab, and keeps what was typed", async ({
  page,
  enter,
}) => {
  await enter('/user-create')
  await page.getByLabel('Nome').fill('Ana Maria')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', help).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Cadastrar uma pessoa', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Nome')).toHaveValue('Ana Maria')
  // For a signed-in user, the help has the frame of the console, and its links open the user's screens.
  await tab.getByRole('article').getByRole('link', { name: 'Usuário', exact: true }).click()
  await expect(tab.getByRole('heading', { name: 'Usuários', level: 1 })).toBeVisible()
  await tab.close()
  await resetBrowser(page)
})
