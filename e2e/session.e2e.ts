import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

async function openConsole(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Acessar Gestão de Acesso' }).click()
  const console = await opened
  await expect(console.getByRole('heading', { name: 'HOME' })).toBeVisible()
  return console
}

test.describe('the route guard', () => {
  test('sends whoever is not signed in to /auth', async ({ page }) => {
    await page.goto('/service-list')
    await expect(page).toHaveURL(/\/auth/)
  })

  test('shows NÃO AUTORIZADO where the server answers 403', async ({ page, signIn, checkAxe }) => {
    await signIn('operador@portaria.example')
    await page.goto('/service-list')
    await expect(page).toHaveURL(/\/unallowed$/)
    await expect(page.getByRole('heading', { name: 'NÃO AUTORIZADO' })).toBeVisible()
    await checkAxe()
  })

  test('says that the session ran out and clears it where the token is expired', async ({
    page,
    portaria,
    signIn,
  }) => {
    await signIn('master@portaria.example')
    await portaria.sql.query(
      `update sessions set ended_at = now(), end_reason = 'idle' where ended_at is null`,
    )
    await page.goto('/status')
    await expect(page.getByText('Sua sessão expirou, faça login novamente.')).toBeVisible()
    await expect(page).toHaveURL(/\/auth/)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  test('clears the session on a token that is no token of ours', async ({ page, signIn }) => {
    await signIn('master@portaria.example')
    await page.evaluate(() => {
      localStorage.setItem('token', 'forged')
      localStorage.setItem('initial_token', 'forged')
    })
    await page.goto('/status')
    await expect(page).toHaveURL(/\/auth/)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

test('a connection that is down shows a way out and signs nobody out', async ({ page, signIn }) => {
  await signIn('master@portaria.example')
  await page.route('**/api/user/valid', (route) => route.abort())
  await page.goto('/status')
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
  await expect(page.evaluate(() => localStorage.getItem('token'))).resolves.not.toBeNull()
  await page.unroute('**/api/user/valid')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page).toHaveURL(/\/status$/)
  await expect(page.getByText('master@portaria.example').first()).toBeVisible()
})

test.describe('the frame', () => {
  test('shows /status with who is signed in, and goes home by the breadcrumb', async ({
    page,
    signIn,
    checkAxe,
  }) => {
    await signIn('admin@portaria.example')
    await page.goto('/status')
    await expect(page.getByText('admin@portaria.example').first()).toBeVisible()
    await checkAxe()
    await expect(page.getByText(/© 1998 - \d{4}/)).toBeVisible()
  })

  test('signs out everywhere at once by SAIR', async ({ page, signIn }) => {
    await signIn('admin@portaria.example')
    const console = await openConsole(page)
    await console.getByRole('link', { name: 'SAIR' }).click()
    await expect(console).toHaveURL(/\/auth/)
    expect(
      await console.evaluate(
        () => localStorage.length === 0 || localStorage.getItem('token') === null,
      ),
    ).toBe(true)
    await page.reload()
    await expect(page).toHaveURL(/\/auth/)
  })

  test('signs out after an hour without activity and says so', async ({ page, signIn }) => {
    await page.clock.install()
    await signIn('admin@portaria.example')
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

  test('refuses a code that was used, with its message, at /auth and at /home', async ({
    page,
    signIn,
  }) => {
    for (const place of ['/auth', '/home']) {
      await page.goto(`${place}?code=used`)
      await expect(page.getByText('Usuário não autorizado.').first()).toBeVisible()
      await expect(page).toHaveURL(/\/auth$/)
    }
    await signIn('admin@portaria.example')
  })

  test('answers an address that is none with a screen and a way out', async ({
    page,
    checkAxe,
  }) => {
    await page.goto('/nada-aqui')
    await expect(page.getByRole('heading')).toBeVisible()
    await checkAxe()
  })
})
