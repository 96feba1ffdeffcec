/** The rows of portal.md §8 without a test elsewhere: server failures as the user sees them. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { storedToken, toast } from './screen.ts'
import { openModule, submitCredentials } from './sign-in-steps.ts'

const unexpected = 'Erro inesperado, se o erro persistir contate o administrador do sistema'
const policy =
  'Não é possível realizar essa ação, pois ela viola as Políticas de Segurança do Sistema. Contate um Administrador!'

/** Makes a call fail with an empty 500 response. */
const failAt = (page: Page, path: string) =>
  page.context().route(`**/api${path}`, (route) => route.fulfill({ status: 500, json: {} }))

const worksAgain = (page: Page, path: string) => page.context().unroute(`**/api${path}`)

test('any other error is unexpected', async ({ page }) => {
  await test.step('any other error at sign-in is unexpected', async () => {
    await page.goto('/auth')
    await failAt(page, '/auth-local')
    await submitCredentials(page, 'admin@portaria.example')
    await expect(page.getByText(unexpected)).toBeVisible()
  })

  await failAt(page, '/user-local/token?**')
  for (const path of ['/auth', '/home'])
    await test.step(`any other error at the exchange of a code at ${path} is unexpected`, async () => {
      await page.goto(`${path}?code=${'x'.repeat(43)}`)
      await expect(toast(page, unexpected)).toBeVisible()
    })
})

test('failures before, on and after the access page are reported', async ({
  page,
  world,
  openAccessPage,
}) => {
  const { email } = await world.administrator()
  await openAccessPage(email)
  await test.step('a failure to open a module is reported, and the selection stays', async () => {
    await failAt(page, '/user-local/code')
    await page.getByRole('button', { name: 'Acessar Gestão de Acesso' }).click()
    await expect(toast(page, 'Erro ao redirecionar para o módulo.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Acessar Gestão de Acesso' })).toBeEnabled()
    await worksAgain(page, '/user-local/code')
  })

  await test.step('a failure to load the permissions is reported, and the user is signed out', async () => {
    await failAt(page, '/user/initial-permissions')
    await page.reload()
    await expect(toast(page, 'Erro ao buscar permissões')).toBeVisible()
    await expect(page).toHaveURL(/\/auth$/)
    await expect.poll(() => storedToken(page)).toBeNull()
    await worksAgain(page, '/user/initial-permissions')
  })

  await test.step('an invalid stored token is removed without a message', async () => {
    await openAccessPage(email)
    await failAt(page, '/user/validate')
    await page.goto('/auth')
    await expect.poll(() => storedToken(page)).toBeNull()
    await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    await worksAgain(page, '/user/validate')
  })

  await test.step('a token that fails right after its exchange shows the policy message, and is removed after 10 s', async () => {
    await openAccessPage(email)
    await failAt(page, '/user/token-validate')
    await page.context().clock.install()
    const console = await openModule(page, 'Gestão de Acesso')
    await expect(toast(console, policy)).toBeVisible()
    expect(await storedToken(console)).not.toBeNull()
    await console.clock.runFor(10_000)
    await expect.poll(() => storedToken(console)).toBeNull()
  })
})
