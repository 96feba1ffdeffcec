import type { Page } from '@playwright/test'
import { PortalClient } from '../server/testing/portal-client.ts'
import { demoPassword, expect, test as base } from './fixtures.ts'

export { expect } from './fixtures.ts'

interface ConsoleParts {
  /** The page in the console at `path`, as the access page leads there. Signs in over HTTP: its screens have tests. */
  enter: (path: string, email?: string) => Promise<void>
}

/** Tests of screens of the console. */
export const test = base.extend<ConsoleParts>({
  enter: async ({ page, portaria }, use) => {
    await use(async (path, email = 'admin@portaria.example') => {
      const client = new PortalClient(portaria.url)
      const token = await client.signIn(email)
      const code = await client.codeForConsole(token)
      const [name = '', value = ''] = client.headers['cookie']?.split('=') ?? []
      await page.context().addCookies([{ name, value, url: portaria.url }])
      await page.goto('/api/health/live')
      await page.evaluate((initial) => {
        localStorage.setItem('token', initial)
        localStorage.setItem('initial_token', initial)
      }, token)
      await page.goto(`/home?code=${code}`)
      await expect(page.getByRole('heading', { name: 'HOME' })).toBeVisible()
      await page.goto(path)
    })
  },
})

/** Proves identity by password in the modal that a sensitive write opens. */
export async function confirmIdentity(page: Page): Promise<void> {
  const modal = page.getByRole('dialog', { name: 'Insira sua senha para continuar a operação' })
  await modal.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await modal.getByRole('button', { name: 'Confirmar' }).click()
}

/** Answers the question of a modal. */
export async function answer(page: Page, question: string, yes: boolean): Promise<void> {
  const modal = page.getByRole('dialog', { name: question })
  await modal.getByRole('button', { name: yes ? 'Sim' : 'Não', exact: true }).click()
  await expect(modal).toHaveCount(0)
}

export const save = (page: Page) => page.getByRole('button', { name: 'Salvar' }).click()

/** A message in the corner. */
export const toast = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: new RegExp(`^${RegExp.escape(text)}$`) })

/** The row of a list by its first value. */
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** Chooses from a list that is searched by typing. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}
