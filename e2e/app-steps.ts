import type { Page } from '@playwright/test'
import { stepAt, totpCodeAt } from '../server/factors/totp.ts'
import { expect } from './fixtures.ts'
import { chooseFromUserMenu, confirmIdentity } from './screen.ts'

/** Adds an authenticator app in 'Minha conta' and returns its secret. */
export async function addApp(page: Page): Promise<string> {
  await chooseFromUserMenu(page, 'Minha conta')
  await page.getByRole('button', { name: 'Configurar aplicativo' }).click()
  const written = await page
    .locator('code')
    .filter({ hasText: /^[A-Z2-7 ]{39}$/ })
    .textContent()
  const secret = (written ?? '').replaceAll(' ', '')
  // The code of the previous step, because each step is accepted once and the sign-in needs the current one.
  const code = totpCodeAt(secret, stepAt(new Date()) - 1)
  await page.getByLabel('2. Código que o aplicativo mostra').fill(code)
  await page.getByRole('button', { name: 'Conferir código' }).click()
  await confirmIdentity(page)
  await expect(page.getByText('Nunca usado para entrar')).toBeVisible()
  return secret
}
