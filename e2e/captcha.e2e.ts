import type { ConsoleMessage, Page } from '@playwright/test'
import { demoPassword, expect, testWith } from './fixtures.ts'
import { alert, chooseQuestion } from './screen.ts'
import { submitCredentials } from './sign-in-steps.ts'

// The demo's administrator. These tests never complete a sign-in, because they do not type the code.
const email = 'admin@portaria.example'
const test = testWith({ CAPTCHA_PROVIDER: 'altcha' })

const box = (page: Page) => page.getByRole('dialog', { name: 'Verificação de segurança' })
const frame = (page: Page) => page.frameLocator('iframe[title="Verificação de segurança"]')
const choice = (page: Page) =>
  page.getByRole('dialog', { name: 'Como você quer receber o código?' })

/** Closes the code step, which the next page load would restore (decision 58). */
async function leaveCodeStep(page: Page): Promise<void> {
  await choice(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(choice(page)).toHaveCount(0)
}

const proofOfWork = '**/assets/pbkdf2*.js'

/** Blocks the proof-of-work script until the returned function is called. */
async function holdWorker(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(proofOfWork, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test.describe('the captcha', () => {
  test('is solved in its own frame, can be cancelled, fits, and reports failures', async ({
    page,
    portaria,
    checkAxe,
  }) => {
    await test.step('has its own page with its own policy', async () => {
      const { headers } = await fetch(`${portaria.url}/captcha`)
      const policy = headers.get('content-security-policy')
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
      const violations: string[] = []
      const note = (message: ConsoleMessage) => {
        if (message.type() === 'error') violations.push(message.text())
      }
      page.on('console', note)
      await page.goto('/captcha')
      await expect(page.getByText('Verificado', { exact: true })).toBeVisible()
      expect(violations).toEqual([])
      page.off('console', note)
    })

    await test.step('is solved in its frame on submit, and its token is accepted once', async () => {
      await page.goto('/auth')
      const sent = page.waitForRequest('**/api/auth-local')
      await submitCredentials(page, email)
      await expect(choice(page)).toBeVisible()
      const token = (await (await sent).allHeaders())['x-captcha-token']
      expect(token).toBeDefined()
      const stored = await page.evaluate(
        (secret) => JSON.stringify([localStorage, sessionStorage]).includes(secret),
        token ?? '',
      )
      expect(stored).toBe(false)
      const again = await fetch(`${portaria.url}/api/auth-local`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${email}:${demoPassword}`)}`,
          'x-captcha-token': token ?? '',
        },
      })
      expect(again.status).toBe(403)
      await leaveCodeStep(page)
    })

    // The proof of work of this step never finishes.
    await test.step('can be cancelled without sending anything', async () => {
      await holdWorker(page)
      let sent = 0
      await page.route('**/api/auth-local', (route) => {
        sent += 1
        return route.continue()
      })
      await page.goto('/auth')
      await submitCredentials(page, email)
      await page.getByRole('button', { name: 'Fechar' }).click()
      await expect(box(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Acessar', exact: true })).toBeEnabled()
      expect(sent).toBe(0)
    })

    await test.step('accepts messages only from its own frame', async () => {
      const release = await holdWorker(page)
      await page.goto('/auth')
      await submitCredentials(page, email)
      await expect(frame(page).getByText('Verificando...')).toBeVisible()
      const sent = page.waitForRequest('**/api/auth-local')
      await page.evaluate(() =>
        window.postMessage({ key: 'x-captcha-token', value: 'forged' }, location.origin),
      )
      release()
      const { 'x-captcha-token': token } = await (await sent).allHeaders()
      expect(token).not.toBe('forged')
      await expect(choice(page)).toBeVisible()
      await leaveCodeStep(page)
    })

    await test.step('is 400 high and 380 wide, and fits a narrow screen', async () => {
      await holdWorker(page)
      await page.goto('/auth')
      await submitCredentials(page, email)
      await expect(frame(page).getByText('Verificando...')).toBeVisible()
      await expect(frame(page).getByRole('heading', { name: 'Só um instante' })).toBeVisible()
      const size = () =>
        page.locator('iframe').evaluate((element) => [element.clientWidth, element.clientHeight])
      expect(await size()).toEqual([380, 400])
      await checkAxe()
      await page.setViewportSize({ width: 360, height: 740 })
      expect((await size())[0]).toBeLessThanOrEqual(340)
      expect(
        await frame(page)
          .locator('html')
          .evaluate((html) => html.scrollWidth <= html.clientWidth),
      ).toBe(true)
      await page.setViewportSize({ width: 1280, height: 720 })
    })

    await test.step('that cannot be loaded reports it and offers a retry', async () => {
      await page.unroute(proofOfWork)
      await page.route('**/api/captcha/challenge', (route) => route.abort())
      await page.goto('/auth')
      await submitCredentials(page, email)
      await expect(frame(page).getByRole('alert')).toHaveText(
        'Não foi possível concluir a verificação de segurança.',
      )
      await checkAxe()
      await page.unroute('**/api/captcha/challenge')
      await frame(page).getByRole('button', { name: 'Tentar novamente' }).click()
      await expect(choice(page)).toBeVisible()
      await leaveCodeStep(page)
    })

    await test.step('that the server refuses is reported as invalid', async () => {
      await page.goto('/auth')
      await page.route('**/api/auth-local', (route) =>
        route.continue({ headers: { ...route.request().headers(), 'x-captcha-token': 'forged' } }),
      )
      await submitCredentials(page, email)
      await expect(alert(page, 'Captcha não validado.')).toBeVisible()
    })
  })

  test('whose page fails to load reports it and offers a retry', async ({ page, checkAxe }) => {
    await page.clock.install()
    await page.route('**/captcha', (route) => route.abort())
    await page.goto('/auth')
    await submitCredentials(page, email)
    await expect(box(page)).toBeVisible()
    await page.clock.fastForward(10_000)
    await expect(box(page).getByRole('alert')).toHaveText(
      'Não foi possível carregar a verificação de segurança.',
    )
    await checkAxe()
    await page.unroute('**/captcha')
    await box(page).getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(choice(page)).toBeVisible()
  })
})

test.describe('the captcha of the recovery', () => {
  async function fill(page: Page): Promise<void> {
    await page.goto('/reset_password')
    await page.getByLabel('E-mail').fill(email)
    await chooseQuestion(page)
    await page.getByLabel('Resposta').fill('errada')
  }
  const submit = (page: Page) => page.getByRole('button', { name: 'Recuperar acesso' }).click()

  test('precedes the request, which is sent even if it fails', async ({ page }) => {
    await test.step('is solved before the request is sent', async () => {
      await fill(page)
      await submit(page)
      await expect(
        page.getByText('Se o e-mail informado estiver cadastrado, você receberá os acessos.'),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/auth$/)
    })

    await test.step('shows its error and continues, and the server refuses the request', async () => {
      await page.route('**/api/captcha/challenge', (route) => route.abort())
      await fill(page)
      const refused = page.waitForResponse('**/api/user/recovery-account')
      await submit(page)
      await expect(page.getByText('Captcha não validado.')).toBeVisible()
      expect((await refused).status()).toBe(403)
      await expect(
        page.getByText('Erro ao tentar redefinir a senha, por favor contate um administrador.'),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/auth$/)
    })
  })
})
