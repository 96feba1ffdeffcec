import { expect, test } from './fixtures.ts'
import { storedToken, toast } from './screen.ts'
import { openConsole } from './sign-in-steps.ts'

test.describe('the route guard', () => {
  test('refuses a code that nobody was given, and sends to /auth whoever is not signed in', async ({
    page,
    checkAxe,
  }) => {
    await test.step('answers an address that is none with a screen and a way out', async () => {
      await page.goto('/nada-aqui')
      await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
      await checkAxe()
      await page.getByRole('link', { name: 'Acessar sua conta' }).click()
      await expect(page).toHaveURL(/\/auth$/)
    })

    for (const path of ['/auth', '/home'])
      await test.step(`refuses a code that nobody was given at ${path}, with its message`, async () => {
        await page.goto(`${path}?code=used`)
        await expect(toast(page, 'Usuário não autorizado.')).toBeVisible()
        await expect(page).toHaveURL(/\/auth$/)
      })

    await test.step('sends whoever is not signed in to /auth', async () => {
      await page.goto('/service-list')
      await expect(page).toHaveURL(/\/auth/)
    })
  })

  test('ends a session that ran out or is none of ours, and none while the connection is down', async ({
    page,
    world,
    arrive,
    checkAxe,
  }) => {
    const person = await world.master()
    const { email } = person
    await arrive(email)
    await test.step('a connection that is down shows a way out and signs nobody out', async () => {
      await page.route('**/api/user/valid', (route) => route.abort())
      await page.goto('/status')
      await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
      expect(await storedToken(page)).not.toBeNull()
      await page.unroute('**/api/user/valid')
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await expect(page).toHaveURL(/\/status$/)
      await expect(page.getByText(email).first()).toBeVisible()
    })

    await test.step('says that the session ran out and clears it where the token is expired', async () => {
      await world.endSessions(person)
      await page.goto('/status')
      await expect(page.getByText('Sua sessão expirou, faça login novamente.')).toBeVisible()
      await expect(page).toHaveURL(/\/auth/)
      await expect.poll(() => storedToken(page)).toBeNull()
    })

    await test.step('shows NÃO AUTORIZADO to whoever has chosen a company and lacks the grant', async () => {
      await arrive(email)
      const console = await openConsole(page)
      await console.goto('/service-list')
      await expect(console).toHaveURL(/\/unallowed$/)
      await expect(console.getByRole('heading', { name: 'NÃO AUTORIZADO' })).toBeVisible()
      await checkAxe(console)
      await console.close()
    })

    await test.step('clears the session on a token that is no token of ours', async () => {
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
  test('says at /status who is signed in, and signs out in every window at once', async ({
    page,
    world,
    arrive,
    checkAxe,
  }) => {
    const { email } = await world.administrator()
    await arrive(email)
    await test.step('shows /status with who is signed in, and goes home by the breadcrumb', async () => {
      await page.goto('/status')
      await expect(page.getByText(email).first()).toBeVisible()
      await checkAxe()
      await expect(page.getByText(/© 1998 - \d{4}/)).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Sessões ativas' }).click()
      const breadcrumb = page.getByRole('navigation', { name: 'Você está em' })
      // The address changes before the screen does, and until then 'Início' is still that of the status page.
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

  test('signs out after an hour without activity and says so', async ({ page, world, arrive }) => {
    await page.clock.install()
    await arrive((await world.administrator()).email)
    // Whatever is still being asked for would time out in the hour that passes now.
    await expect(page.getByRole('button', { name: 'Acessar Gestão de Acesso' })).toBeVisible()
    await page.clock.fastForward('59:00')
    const lastActivity = () => page.evaluate(() => localStorage.getItem('last_activity'))
    const before = await lastActivity()
    await page.mouse.move(10, 10)
    // The browser tells of a mouse with its next frame.
    await expect.poll(lastActivity).not.toBe(before)
    await page.clock.fastForward('59:00')
    await expect(page).toHaveURL(/\/access-page/)
    await page.clock.fastForward('02:00')
    await expect(page).toHaveURL(/\/auth/)
    await expect(page.getByText('Sessão expirada.')).toBeVisible()
  })
})
