import {
  chooseWay,
  codeIn,
  demoPassword,
  expect,
  submitCredentials,
  test,
  typeCode,
} from './fixtures.ts'

test.describe('/auth', () => {
  test('asks for e-mail, then password, in the order of the specification', async ({
    page,
    checkAxe,
  }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page).toHaveTitle(/Gestão de Acesso/)
    await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
    await checkAxe()
    await page.getByRole('button', { name: 'Acessar', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Insira o e-mail.' })).toBeVisible()
    await page.getByLabel('Usuário (e-mail)').fill('admin@portaria.example')
    await page.getByRole('button', { name: 'Acessar', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Insira a senha.' })).toBeVisible()
    await page.getByLabel('Usuário (e-mail)').fill('admin')
    await page.getByLabel('Senha', { exact: true }).fill('x')
    await page.getByRole('button', { name: 'Acessar', exact: true }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Preencha os campos corretamente.' }),
    ).toBeVisible()
    await checkAxe()
  })

  for (const email of [
    'bloqueado@portaria.example',
    'excluido@portaria.example',
    'ninguem@portaria.example',
  ]) {
    test(`tells ${email} only that the credentials are invalid`, async ({ page, checkAxe }) => {
      await page.goto('/auth')
      await submitCredentials(page, email, demoPassword)
      await expect(
        page.getByRole('alert').filter({ hasText: 'Credenciais de acesso inválidas.' }),
      ).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await checkAxe()
    })
  }

  test('signs in with the code that came by SMS', async ({ page, portaria, checkAxe }) => {
    await page.goto('/auth')
    await submitCredentials(page, 'operador@portaria.example', demoPassword)
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkAxe()
    const { rows } = await portaria.sql.query<{ phone_number: string }>(
      `select phone_number from users where email = 'operador@portaria.example'`,
    )
    const sms = await portaria.messageAfter(rows[0]?.phone_number ?? '', () =>
      chooseWay(page, 'SMS'),
    )
    await checkAxe()
    await typeCode(page, codeIn(sms.text))
    await expect(page).toHaveURL(/\/access-page$/)
  })

  test('offers SMS only to whom a phone is stored', async ({ page }) => {
    await page.goto('/auth')
    await submitCredentials(page, 'senha.expirada@portaria.example', demoPassword)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'E-mail' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'SMS' })).toHaveCount(0)
  })

  test('keeps the modal open on a wrong code and takes the right one after it', async ({
    page,
    portaria,
  }) => {
    await page.goto('/auth')
    await submitCredentials(page, 'master@portaria.example', demoPassword)
    const { text } = await portaria.messageAfter('master@portaria.example', () =>
      chooseWay(page, 'E-mail'),
    )
    await typeCode(page, codeIn(text) === '000000' ? '111111' : '000000')
    await expect(page.getByRole('alert').filter({ hasText: 'Código inválido.' })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeVisible()
    await typeCode(page, codeIn(text))
    await expect(page).toHaveURL(/\/access-page$/)
  })

  const closing = [
    {
      name: 'expired',
      sql: `update challenges set otp_expires_at = now() - interval '1 s' where used_at is null`,
      message: 'Token expirado - Solicitar novo token.',
    },
    {
      name: 'already used',
      sql: `update challenges set used_at = now()`,
      message: 'Código á utilizado - solicitar novo token.',
    },
    {
      name: 'out of tries',
      sql: `update challenges set tries = 4 where used_at is null`,
      message:
        'Não é possível realizar essa ação, pois ela viola as Políticas de Segurança do Sistema. Contate um Administrador!',
    },
  ]
  for (const { name, sql, message } of closing) {
    test(`closes the modal when the challenge is ${name}`, async ({ page, portaria }) => {
      await page.goto('/auth')
      await submitCredentials(page, 'admin@portaria.example', demoPassword)
      const { text } = await portaria.messageAfter('admin@portaria.example', () =>
        chooseWay(page, 'E-mail'),
      )
      await portaria.sql.query(sql)
      await typeCode(page, codeIn(text) === '000000' ? '111111' : '000000')
      await expect(page.getByText(message)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  test('blocks paste into the password and lets a code be pasted', async ({ page }) => {
    await page.goto('/auth')
    const prevented = await page.getByLabel('Senha', { exact: true }).evaluate((input) => {
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
      input.dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(prevented).toBe(true)
    const menu = await page.locator('body').evaluate((body) => {
      const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
      body.dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(menu).toBe(true)
  })

  test('works by keyboard alone', async ({ page, portaria }) => {
    await page.goto('/auth')
    await expect(page.getByLabel('Usuário (e-mail)')).toBeFocused()
    await page.keyboard.type('master@portaria.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type(demoPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    const { text } = await portaria.messageAfter('master@portaria.example', async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'E-mail' }).focus()
      await page.keyboard.press('Enter')
    })
    await expect(page.getByLabel('Dígito 1 de 6')).toBeFocused()
    await page.keyboard.type(codeIn(text))
    await expect(page).toHaveURL(/\/access-page$/)
  })
})
