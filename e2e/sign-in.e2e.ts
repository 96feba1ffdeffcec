import type { Page } from '@playwright/test'
import { after, days } from '../server/shared/clock.ts'
import { demoPassword, expect, test } from './fixtures.ts'
import { alert } from './screen.ts'
import {
  chooseWay,
  resetBrowser,
  readCode,
  signIn,
  submitCredentials,
  typeCode,
  wrongCodeFor,
} from './sign-in-steps.ts'

/** Checks that the next Tab continues within the screen, not at the top of the window. */
const expectFocusInScreen = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id))
    .toBe('conteudo')

const invalid = 'Credenciais de acesso inválidas.'

const closing = [
  {
    name: 'expired',
    change: `otp_expires_at = now() - interval '1 s'`,
    message: 'Token expirado - Solicitar novo token.',
  },
  {
    name: 'already used',
    change: `used_at = now()`,
    message: 'Código á utilizado - solicitar novo token.',
  },
  {
    name: 'out of tries',
    change: `tries = 4`,
    message:
      'Não é possível realizar essa ação, pois ela viola as Políticas de Segurança do Sistema. Contate um Administrador!',
  },
]

test.describe('/auth', () => {
  test('requires its fields in order, masks the password, and refuses without details', async ({
    page,
    checkAxe,
  }) => {
    await test.step('masks the password, and blocks paste into it and the context menu', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/auth')
      await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'password')
      await page.evaluate(() => navigator.clipboard.writeText('Uma-Senha-Copiada-1!'))
      await page.getByLabel('Senha', { exact: true }).focus()
      await page.keyboard.press('ControlOrMeta+V')
      await page.keyboard.type('x')
      await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('x')
      const menu = await page.locator('body').evaluate((body) => {
        const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
        body.dispatchEvent(event)
        return event.defaultPrevented
      })
      expect(menu).toBe(true)
    })

    await test.step('requires e-mail, then password, in the order of the specification', async () => {
      await page.goto('/')
      await expect(page).toHaveURL(/\/auth$/)
      await expect(page).toHaveTitle(/Gestão de Acesso/)
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await page.getByRole('button', { name: 'Acessar', exact: true }).click()
      await expect(alert(page, 'Insira o e-mail.')).toBeVisible()
      await page.getByLabel('Usuário (e-mail)').fill('admin@portaria.example')
      await page.getByRole('button', { name: 'Acessar', exact: true }).click()
      await expect(alert(page, 'Insira a senha.')).toBeVisible()
      await page.getByLabel('Usuário (e-mail)').fill('admin')
      await page.getByLabel('Senha', { exact: true }).fill('x')
      await page.getByRole('button', { name: 'Acessar', exact: true }).click()
      await expect(alert(page, 'Preencha os campos corretamente.')).toBeVisible()
      await checkAxe()
    })

    for (const email of [
      'bloqueado@portaria.example',
      'excluido@portaria.example',
      'ninguem@portaria.example',
    ])
      await test.step(`shows ${email} only that the credentials are invalid`, async () => {
        // Wait until the previous message disappears.
        await submitCredentials(page, email, '')
        await expect(alert(page, 'Insira a senha.')).toBeVisible()
        await expect(alert(page, invalid)).toHaveCount(0)
        await submitCredentials(page, email)
        await expect(alert(page, invalid)).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
  })

  test('accepts a right code, typed or pasted, and closes when the challenge has ended', async ({
    page,
    portaria,
    world,
  }) => {
    await page.goto('/auth')
    for (const { name, change, message } of closing)
      await test.step(`closes the modal when the challenge is ${name}`, async () => {
        const { id, email } = await world.visitor()
        await submitCredentials(page, email)
        const { text } = await portaria.messageAfter(email, () => chooseWay(page, 'E-mail'))
        await portaria.sql.query(`update challenges set ${change} where user_id = $1`, [id])
        await typeCode(page, wrongCodeFor(readCode(text)))
        await expect(page.getByText(message)).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })

    await test.step('keeps the modal open after a wrong code and accepts the right one', async () => {
      const { email } = await world.visitor()
      await submitCredentials(page, email)
      const { text } = await portaria.messageAfter(email, () => chooseWay(page, 'E-mail'))
      await typeCode(page, wrongCodeFor(readCode(text)))
      await expect(alert(page, 'Código inválido.')).toBeVisible()
      await expect(page.getByRole('dialog')).toBeVisible()
      await typeCode(page, readCode(text))
      await expect(page).toHaveURL(/\/access-page$/)
    })

    await test.step('accepts a pasted code, as displayed or with its message', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      for (const pasted of [
        (code: string) => code,
        (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
        (code: string) => `Olá! Seu código é ${code}. Vale por 5 minutos. Dúvidas: 0800 123 4567`,
      ]) {
        await resetBrowser(page)
        const { email } = await world.visitor()
        await page.goto('/auth')
        await submitCredentials(page, email)
        const { text } = await portaria.messageAfter(email, () => chooseWay(page, 'E-mail'))
        const paste = async (copied: string) => {
          await page.evaluate((value) => navigator.clipboard.writeText(value), copied)
          await page.getByLabel('Dígito 1 de 6').focus()
          await page.keyboard.press('ControlOrMeta+V')
        }
        await paste('sem código nenhum')
        await expect(alert(page, 'Código inválido.')).toBeVisible()
        await paste(pasted(readCode(text)))
        await expect(page).toHaveURL(/\/access-page$/)
      }
    })

    await test.step('restores the code step after a reload, without storing a secret', async () => {
      await resetBrowser(page)
      const { email } = await world.visitor()
      await page.goto('/auth')
      await submitCredentials(page, email)
      const { text } = await portaria.messageAfter(email, () => chooseWay(page, 'E-mail'))
      await page.reload()
      const dialog = page.getByRole('dialog', { name: 'Digite o código de verificação' })
      await expect(dialog).toContainText('Enviamos um código para o e-mail')
      const storage = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
      expect(storage).not.toContain(demoPassword)
      expect(storage).not.toContain(readCode(text))
      // The first message is the only one: a reload sends none.
      const { rows } = await portaria.sql.query('select from outbox where recipient = $1', [email])
      expect(rows).toHaveLength(1)
      await typeCode(page, readCode(text))
      await expect(page).toHaveURL(/\/access-page$/)
      expect(await page.evaluate(() => sessionStorage.getItem('sign_in_step'))).toBeNull()
    })

    await test.step('removes the code step when its challenge ends, and when it is closed', async () => {
      await resetBrowser(page)
      const { id, email } = await world.visitor()
      await page.goto('/auth')
      await submitCredentials(page, email)
      const { text } = await portaria.messageAfter(email, () => chooseWay(page, 'E-mail'))
      await portaria.sql.query('update challenges set used_at = now() where user_id = $1', [id])
      await page.reload()
      await typeCode(page, readCode(text))
      await expect(page.getByText('Código á utilizado - solicitar novo token.')).toBeVisible()
      await page.reload()
      await expect(page.getByLabel('Usuário (e-mail)')).toBeFocused()
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await submitCredentials(page, (await world.visitor()).email)
      await chooseWay(page, 'E-mail')
      await page.reload()
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
      await page.reload()
      await expect(page.getByLabel('Usuário (e-mail)')).toBeFocused()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('asks for the temporary password of a first access again', async () => {
      const { email } = await world.visitor({
        user: { temporaryUntil: after(new Date(), days(1)) },
      })
      await page.goto('/auth')
      await submitCredentials(page, email)
      await expect(page.getByRole('dialog', { name: 'Primeiro acesso' })).toBeVisible()
      await page.reload()
      await expect(page.getByLabel('Usuário (e-mail)')).toBeFocused()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })

  test('signs in by SMS, by mail and by keyboard, and focuses the next screen', async ({
    page,
    portaria,
    world,
    checkAxe,
  }) => {
    await test.step('signs in with the code from the SMS', async () => {
      const phone = '5541955550123'
      const { email } = await world.visitor({ user: { phone } })
      await page.goto('/auth')
      await submitCredentials(page, email)
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkAxe()
      const sms = await portaria.messageAfter(phone, () => chooseWay(page, 'SMS'))
      await checkAxe()
      await typeCode(page, readCode(sms.text))
      await expect(page).toHaveURL(/\/access-page$/)
    })

    await test.step('mails the code to a user without a phone, without asking, and only once', async () => {
      await resetBrowser(page)
      const { email } = await world.build.user({ password: demoPassword })
      const chosen: unknown[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/user/choose-mfa')) chosen.push(request.postDataJSON())
      })
      await page.goto('/auth')
      const { text } = await portaria.messageAfter(email, () => submitCredentials(page, email))
      const modal = page.getByRole('dialog', { name: 'Digite o código de verificação' })
      await expect(modal.getByText('Enviamos um código para o e-mail')).toBeVisible()
      await expect(page.getByLabel('Dígito 1 de 6')).toBeFocused()
      await checkAxe()
      expect(chosen).toMatchObject([{ answer: 'EMAIL_OTP' }])
      await page.keyboard.type(readCode(text))
      await expect(page).toHaveURL(/\/access-page$/)
    })

    await test.step('works by keyboard alone', async () => {
      await resetBrowser(page)
      const { email } = await world.visitor()
      await page.goto('/auth')
      await expect(page.getByLabel('Usuário (e-mail)')).toBeFocused()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(demoPassword)
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      // The first option has the focus, not the close button.
      await expect(dialog.getByRole('button', { name: /SMS|E-mail/ }).first()).toBeFocused()
      const { text } = await portaria.messageAfter(email, async () => {
        await dialog.getByRole('button', { name: 'E-mail' }).focus()
        await page.keyboard.press('Enter')
      })
      await expect(page.getByLabel('Dígito 1 de 6')).toBeFocused()
      await page.keyboard.type(readCode(text))
      await expect(page).toHaveURL(/\/access-page$/)
      await expectFocusInScreen(page)
    })

    // A user with several companies, and a user with one.
    for (const email of ['operador@portaria.example', 'master@portaria.example'])
      await test.step(`focuses the next screen of ${email}`, async () => {
        await resetBrowser(page)
        await signIn(page, portaria, email)
        await expectFocusInScreen(page)
      })
  })
})
