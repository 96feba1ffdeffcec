/** The user's steps from the sign-in to a module. */
import { expect, type Page } from '@playwright/test'
import { demoPassword, PortalClient } from '../test/testing/portal-client.ts'
import { codeIn } from '../test/testing/code-in-message.ts'
import type { Portaria } from './portaria.ts'

/** Signs in with the credentials and the code from the mail. */
export async function signIn(page: Page, portaria: Portaria, email: string): Promise<void> {
  await page.goto(`${portaria.url}/auth`)
  await passSignIn(page, portaria, email)
  await expect(page).toHaveURL(/\/access-page$/)
  await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
}

/** Signs in without the screens, for tests of other screens. */
export async function openAccessPage(
  page: Page,
  portaria: Pick<Portaria, 'url'>,
  email: string,
): Promise<void> {
  const client = new PortalClient(portaria.url)
  const { access_token: token, decodedToken: userData } = await client.startSession(email)
  const [name = '', value = ''] = client.headers['cookie']?.split('=') ?? []
  await resetBrowser(page)
  await page.context().addCookies([{ name, value, url: portaria.url }])
  // Values stored by the sign-in (portal.md §3).
  await page.evaluate(
    ({ login, ...values }) => {
      Object.assign(localStorage, values)
      Object.assign(sessionStorage, { login })
    },
    {
      token,
      initial_token: token,
      ...(userData && { userData: JSON.stringify(userData) }),
      login: 'true',
    },
  )
  await page.goto('/access-page')
  await expect(page).toHaveURL(/\/access-page$/)
  await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
}

/**
 * Resets the browser for the next user of a test: closes other windows and clears cookies and storage, but keeps the
 * HTTP cache. This is cheaper than a new browser context, which loads the portal's files again.
 */
export async function resetBrowser(page: Page): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close()
  // Leave the portal first, because its pages could write again what is cleared here.
  await page.goto('/api/health/live')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
}

/** Runs the sign-in steps from the current form, wherever they lead. */
export async function passSignIn(page: Page, portaria: Portaria, email: string): Promise<void> {
  await submitCredentials(page, email)
  const message = await portaria.messageAfter(email, () => chooseWay(page, 'E-mail'))
  await typeCode(page, readCode(message.text))
}

export async function submitCredentials(
  page: Page,
  email: string,
  password = demoPassword,
): Promise<void> {
  await page.getByLabel('Usuário (e-mail)').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Acessar', exact: true }).click()
}

/** Selects SMS or e-mail, and waits for the code field. */
export async function chooseWay(page: Page, way: 'E-mail' | 'SMS'): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: way }).click()
  await expect(page.getByLabel('Dígito 1 de 6')).toBeVisible()
}

/** Returns the six digits of a message. */
export function readCode(text: string): string {
  const code = codeIn(text)
  if (!code) throw new Error(`No code in: ${text}`)
  return code
}

/** Returns six digits other than the code. */
export const wrongCodeFor = (code: string) => (code === '000000' ? '111111' : '000000')

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Dígito 1 de 6').click()
  await page.keyboard.type(code)
}

/** Authenticates at the identity provider. */
export async function authenticate(page: Page, email: string): Promise<void> {
  await expect(page.getByText('Provedor de Identidade de Exemplo')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(demoPassword)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

export async function signInFederated(page: Page, email: string): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Acesso Federado' }).click()
  await authenticate(page, email)
  await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
}

export const companies = (page: Page) => page.getByRole('region', { name: 'Empresa' })
export const services = (page: Page) => page.getByRole('region', { name: 'Serviço' })
export const modules = (page: Page) => page.getByRole('region', { name: 'Módulo' })

/** Opens a module and returns the page of its new window. */
export async function openModule(page: Page, name: string): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: `Acessar ${name}` }).click()
  return opened
}

/** Opens the console from the access page. */
export async function openConsole(page: Page): Promise<Page> {
  const console = await openModule(page, 'Gestão de Acesso')
  await expect(console.getByRole('heading', { name: 'HOME' })).toBeVisible()
  return console
}
