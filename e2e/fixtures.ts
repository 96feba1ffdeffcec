import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Portaria, startPortaria } from './portaria.ts'

export { expect } from '@playwright/test'

/** Password of every demo person (rulings §9). */
export const demoPassword = 'Portaria-Demo-2026!'

interface WorkerParts {
  portaria: Portaria
}

interface TestParts {
  /** A test begins without the attempts of those before it: everybody here signs in far more often than people do. */
  forgetAttempts: undefined
  /** Fails on anything axe finds on the page as it is (WCAG 2.2 AA). */
  checkAxe: (page?: Page) => Promise<void>
  /** From /auth to the access page, with the code that is mailed. */
  signIn: (email: string, password?: string) => Promise<void>
}

/** Tests with a server of their own per worker; pages that log an error to the console fail. */
export const test = base.extend<TestParts, WorkerParts>({
  portaria: [
    // Playwright reads what a fixture needs from the pattern; this one needs nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const portaria = await startPortaria()
      await use(portaria)
      await portaria.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ portaria }, use) => use(portaria.url),
  forgetAttempts: [
    async ({ portaria }, use) => {
      await portaria.sql.query('delete from rate_limits')
      await use(undefined)
    },
    { auto: true },
  ],
  checkAxe: async ({ page }, use) => {
    await use(async (of = page) => {
      // Colours on their way from one to the other have a contrast of their own; what turns for ever has no end to wait for.
      await of.evaluate(async () => {
        const ending = document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
      })
      const { violations } = await new AxeBuilder({ page: of })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
      ).toEqual([])
    })
  },
  signIn: async ({ page, portaria }, use) => {
    await use((email, password) => signIn(page, portaria, email, password))
  },
})

/** The same on a server of their own that is started with `env`: for files that change what others rely on. */
export function testWith(env: Record<string, string> = {}) {
  return test.extend<object, WorkerParts>({
    portaria: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const portaria = await startPortaria(env)
        await use(portaria)
        await portaria.stop()
      },
      { scope: 'worker', timeout: 60_000 },
    ],
  })
}

/** Types the credentials, chooses e-mail, and types the code of the mail that comes. */
export async function signIn(
  page: Page,
  portaria: Portaria,
  email: string,
  password = demoPassword,
): Promise<void> {
  await page.goto(`${portaria.url}/auth`)
  await submitCredentials(page, email, password)
  const message = await portaria.messageAfter(email, () => chooseWay(page, 'E-mail'))
  await typeCode(page, codeIn(message.text))
  await expect(page).toHaveURL(/\/access-page$/)
  await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
}

export async function submitCredentials(
  page: Page,
  email: string,
  password: string,
): Promise<void> {
  await page.getByLabel('Usuário (e-mail)').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Acessar', exact: true }).click()
}

/** SMS or e-mail, and then the six digits are asked for. */
export async function chooseWay(page: Page, way: 'E-mail' | 'SMS'): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: way }).click()
  await expect(page.getByLabel('Dígito 1 de 6')).toBeVisible()
}

/** The six digits of a message. */
export function codeIn(text: string): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (!code) throw new Error(`No code in: ${text}`)
  return code
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Dígito 1 de 6').click()
  await page.keyboard.type(code)
}
