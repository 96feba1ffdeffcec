import type { Page } from '@playwright/test'
import { demoPassword, expect, signIn, test as base } from './fixtures.ts'

export { expect } from './fixtures.ts'

interface ConsoleParts {
  /** The page in the console, signed in through the access page, at `path`. */
  enter: (path: string, email?: string) => Promise<void>
}

/** Tests of screens of the console. */
export const test = base.extend<ConsoleParts>({
  enter: async ({ page, portaria }, use) => {
    await use(async (path, email = 'admin@portaria.example') => {
      await signIn(page, portaria, email)
      const services = page.getByRole('region', { name: 'Serviço' })
      const several = services.getByRole('button', { name: /Credenciamento/ })
      const button = page.getByRole('button', { name: 'Acessar Gestão de Acesso' })
      await expect(several.or(button).first()).toBeVisible()
      if (!(await button.isVisible())) await several.click()
      const opened = page.context().waitForEvent('page')
      await button.click()
      const console = await opened
      await expect(console.getByRole('heading', { name: 'HOME' })).toBeVisible()
      await console.close()
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
