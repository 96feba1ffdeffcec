/** Authenticator app and recovery codes, from 'Minha conta' to the sign-in (decisions 92 and 93). */
import type { Page } from '@playwright/test'
import { stepAt, totpCodeAt } from '../server/factors/totp.ts'
import { addApp } from './app-steps.ts'
import { expect, test } from './console.ts'
import { chooseFromUserMenu, confirmIdentity } from './screen.ts'
import { submitCredentials } from './sign-in-steps.ts'

const choice = (page: Page) =>
  page.getByRole('dialog', { name: 'Como você quer confirmar que é você?' })
const expectAccessPage = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()

test('an authenticator app and a recovery code replace the code that is sent', async ({
  page,
  world,
  openAccessPage,
  checkAxe,
}) => {
  const person = await world.administrator()
  await openAccessPage(person.email)
  const secret = await addApp(page)

  await page.getByRole('button', { name: 'Gerar códigos' }).click()
  await confirmIdentity(page)
  const first = page
    .getByRole('listitem')
    .filter({ has: page.locator('code') })
    .first()
  const code = ((await first.textContent()) ?? '').toLowerCase()
  await checkAxe()
  await page.emulateMedia({ media: 'print' })
  await expect(first).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Chaves de acesso' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'Guardei os códigos' }).click()

  await test.step('by the app', async () => {
    await chooseFromUserMenu(page, 'Sair')
    await submitCredentials(page, person.email)
    await choice(page)
      .getByRole('button', { name: /^Aplicativo autenticador/ })
      .click()
    await page.getByLabel('Dígito 1 de 6').click()
    await page.keyboard.type(totpCodeAt(secret, stepAt(new Date())))
    await expectAccessPage(page)
  })

  await test.step('by a recovery code', async () => {
    await chooseFromUserMenu(page, 'Sair')
    await submitCredentials(page, person.email)
    await choice(page)
      .getByRole('button', { name: /^Código de recuperação/ })
      .click()
    await page.getByRole('textbox', { name: 'Código de recuperação' }).fill(code)
    await page.keyboard.press('Enter')
    await expectAccessPage(page)
    await chooseFromUserMenu(page, 'Minha conta')
    await expect(page.getByText('Ainda não usados: 9 de 10.')).toBeVisible()
  })
})
