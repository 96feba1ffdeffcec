/** Security headers of pages, and screens that work under them (issue 8, row 16; decision 20). */
import { expect, test } from './console.ts'
import { demoPassword } from './fixtures.ts'

const styleSource = (policy = '') => /style-src ([^;]*)/.exec(policy)?.[1]
const nonceIn = (policy?: string) => /'nonce-([^']+)'/.exec(styleSource(policy) ?? '')?.[1]

test.describe('a page', () => {
  test('its headers', async ({ request }) => {
    await test.step('allows only style sheets that are files or carry the nonce of the response', async () => {
      const nonces = new Set<string | undefined>()
      for (const path of ['/auth', '/auth', '/nothing']) {
        const answer = await request.get(path)
        const policy = answer.headers()['content-security-policy']
        const nonce = nonceIn(policy)
        expect(styleSource(policy)).toBe(`'self' 'nonce-${nonce}'`)
        expect(await answer.text()).toContain(`<meta name="style-nonce" nonce="${nonce}" />`)
        nonces.add(nonce)
      }
      expect(nonces.size).toBe(3)
    })

    await test.step('denies camera, location and payment', async () => {
      for (const path of ['/auth', '/nothing', '/captcha', '/api/docs', '/outbox']) {
        const policy = (await request.get(path)).headers()['permissions-policy']
        for (const feature of ['camera', 'geolocation', 'microphone', 'payment'])
          expect(policy, path).toContain(`${feature}=()`)
      }
    })

    await test.step('returns 304 if unchanged, with the policy of the first response', async () => {
      for (const path of ['/auth', '/user-list', '/captcha']) {
        const first = await request.get(path)
        const { etag = '' } = first.headers()
        const again = await request.get(path, { headers: { 'if-none-match': `"x", ${etag}` } })
        expect([again.status(), (await again.body()).length]).toEqual([304, 0])
        expect(again.headers()['etag']).toBe(etag)
        expect(again.headers()['content-security-policy']).toBeUndefined()
        const other = await request.get(path, { headers: { 'if-none-match': '"x"' } })
        expect(other.status()).toBe(200)
      }
    })

    await test.step('returns no body to HEAD', async () => {
      const answer = await request.head('/auth')
      expect([answer.status(), (await answer.body()).length]).toEqual([200, 0])
      expect(Number(answer.headers()['content-length'])).toBeGreaterThan(500)
      expect((await request.head('/nothing')).status()).toBe(404)
      const posted = await request.post('/auth')
      expect([posted.status(), posted.headers()['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
    })

    await test.step('an unknown address gets no screen if a file or data is requested', async () => {
      for (const path of ['/assets/nothing.js', '/index.html', '/api/nothing']) {
        const answer = await request.get(path)
        expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
          path,
          404,
          'application/json; charset=utf-8',
        ])
      }
    })
  })

  test('in the browser', async ({ page }) => {
    const unknown: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Unrecognized feature')) unknown.push(message.text())
    })
    await test.step("keeps its styles when it comes from the browser's cache", async () => {
      const property = (name: string) =>
        page.evaluate(
          (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable),
          name,
        )
      for (let visit = 0; visit < 3; visit++) {
        await page.goto('/auth')
        await expect(page.getByLabel('Usuário (e-mail)')).toBeVisible()
        // This value comes from a style sheet that Mantine inserts at run time.
        expect(await property('--mantine-color-body')).toBe(await property('--surface-page'))
      }
    })

    await test.step('names no feature unknown to the browser, which would log a warning', async () => {
      await expect(page.getByLabel('Usuário (e-mail)')).toBeVisible()
      expect(unknown).toEqual([])
    })

    await test.step('the eye of a password field is reachable by Tab and works by keyboard', async () => {
      const password = page.getByLabel('Senha', { exact: true })
      await password.fill(demoPassword)
      await page.keyboard.press('Tab')
      const eye = page.getByRole('button', { name: 'Mostrar ou ocultar a senha' })
      await expect(eye).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(password).toHaveAttribute('type', 'text')
      await page.keyboard.press('Space')
      await expect(password).toHaveAttribute('type', 'password')
    })

    // Unknown addresses.
    for (const path of ['/nothing', '/user-list/nothing', '/API/service', '/Auth', '/auth/x/y'])
      await test.step(`${path} is a 404 with the not-found screen`, async () => {
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
      })
  })

  test('the policy of a page allows its own parts', async ({ page, world, enter }) => {
    await test.step('pages that are not screens', async () => {
      await page.goto('/api/docs')
      // Swagger UI draws only the operations in sight.
      await expect(page.getByText('/api/access-effect', { exact: true })).toBeVisible()
      await page.goto('/outbox')
      await expect(page.getByRole('heading', { name: 'Caixa de saída' })).toHaveCSS(
        'font-size',
        '24px',
      )
    })

    await test.step('a dialog and its scroll lock', async () => {
      const service = await world.service()
      await enter(`/service-form?id=${service.id}`)
      await page.getByRole('textbox', { name: 'Nome' }).fill('Outro nome')
      await page.getByRole('button', { name: 'Salvar' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      // The inserted style sheet needs the nonce to apply.
      await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
    })
  })
})
