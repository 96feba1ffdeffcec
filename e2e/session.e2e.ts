import { expect, test } from './fixtures.ts'
import { storedToken, toast } from './screen.ts'
import { openConsole } from './sign-in-steps.ts'

test.describe('the route guard', () => {
  test('refuses an unknown code, and redirects to /auth without a session', async ({ page }) => {
    await test.step('answers an unknown address with a screen and a link out', async () => {
      await page.goto('/nada-aqui')
      await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
      await page.getByRole('link', { name: 'Acessar sua conta' }).click()
      await expect(page).toHaveURL(/\/auth$/)
    })

    for (const path of ['/auth', '/home'])
      await test.step(`refuses an unknown code at ${path}, with its message`, async () => {
        await page.goto(`${path}?code=used`)
        await expect(toast(page, 'Usuário não autorizado.')).toBeVisible()
        await expect(page).toHaveURL(/\/auth$/)
      })

    await test.step('redirects to /auth without a session', async () => {
      await page.goto('/service-list')
      await expect(page).toHaveURL(/\/auth/)
    })
  })

  test('ends expired and foreign sessions, but none while the connection is down', async ({
    page,
    world,
    openAccessPage,
  }) => {
    const person = await world.master()
    const { email } = person
    await openAccessPage(email)
    await test.step('a lost connection shows a retry and ends no session', async () => {
      await page.route('**/api/user/valid', (route) => route.abort())
      await page.goto('/status')
      await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
      expect(await storedToken(page)).not.toBeNull()
      await page.unroute('**/api/user/valid')
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await expect(page).toHaveURL(/\/status$/)
      await expect(page.getByText(email).first()).toBeVisible()
    })

    await test.step('reports an expired session and clears it', async () => {
      await world.endSessions(person)
      await page.goto('/status')
      await expect(page.getByText('Sua sessão expirou, faça login novamente.')).toBeVisible()
      await expect(page).toHaveURL(/\/auth/)
      await expect.poll(() => storedToken(page)).toBeNull()
    })

    await test.step('shows NÃO AUTORIZADO to a user with a company but without the grant', async () => {
      await openAccessPage(email)
      const console = await openConsole(page)
      await console.goto('/service-list')
      await expect(console).toHaveURL(/\/unallowed$/)
      await expect(console.getByRole('heading', { name: 'NÃO AUTORIZADO' })).toBeVisible()
      await console.close()
    })

    await test.step('clears the session of a foreign token', async () => {
      await page.evaluate(() => {
        localStorage.setItem('token', 'forged')
        localStorage.setItem('initial_token', 'forged')
      })
      await page.goto('/status')
      await expect(page).toHaveURL(/\/auth/)
      await expect.poll(() => storedToken(page)).toBeNull()
    })
  })
})

test.describe('the frame', () => {
  test('shows the user at /status, and signs out in every window at once', async ({
    page,
    world,
    openAccessPage,
  }) => {
    const { email } = await world.administrator()
    await openAccessPage(email)
    await test.step('shows the user at /status, and the breadcrumb leads home', async () => {
      await page.goto('/status')
      await expect(page.getByText(email).first()).toBeVisible()
      await expect(page.getByText(/© 1998 - \d{4}/)).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Sessões ativas' }).click()
      const breadcrumb = page.getByRole('navigation', { name: 'Você está em' })
      // The URL changes before the screen. Until the screen has changed, 'Início' belongs to the status page.
      await expect(breadcrumb.getByText('Sessões ativas')).toBeVisible()
      await expect(page).toHaveURL(/\/sessions$/)
      await breadcrumb.getByRole('link', { name: 'Início' }).click()
      await expect(page).toHaveURL(/\/home$/)
    })

    await test.step('signs out in every window at once by SAIR', async () => {
      await page.goto('/access-page')
      const console = await openConsole(page)
      await console.getByRole('link', { name: 'SAIR' }).click()
      await expect(console).toHaveURL(/\/auth/)
      await expect(page).toHaveURL(/\/auth/)
      await expect.poll(() => storedToken(console)).toBeNull()
    })
  })
})
