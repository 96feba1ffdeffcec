/** Elements shared by the screens, located as users find them. */
import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../test/testing/portal-client.ts'

/** Text of an empty list. */
export const nothing = 'Nenhum resultado encontrado para os critérios de pesquisa.'
export const noRows = (page: Page) => page.getByRole('status').filter({ hasText: nothing })

/** Row of a list, by the text of its header cell. */
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** Header cells of the rows of a list. */
export const rows = (page: Page) => page.getByRole('rowheader')

/** Main menu of the console; the breadcrumb is also a navigation and can have the same texts. */
export const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' })
export const search = (page: Page) => page.getByRole('searchbox')
export const pager = (page: Page) => page.getByRole('navigation', { name: 'Paginação' })

/** Search parameters of the URL. */
export const place = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

export const save = (page: Page) => page.getByRole('button', { name: 'Salvar' }).click()

/** Alert with this text, as a toast or in the page. */
export const alert = (page: Page, text: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: text })

/** Toast with exactly this text. */
export const toast = (page: Page, text: string) =>
  alert(page, new RegExp(`^${RegExp.escape(text)}$`))

/** A message, in a toast or in a note of the screen. */
export const message = (page: Page, text: string) => page.getByText(text).first()

/** Selects an option by typing. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Selects a secret question, by default the first. */
export async function chooseQuestion(page: Page, name?: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Pergunta secreta' }).click()
  await page
    .getByRole('option', name === undefined ? {} : { name })
    .first()
    .click()
}

/** Modal for confirming the identity before a sensitive write. */
export const proofDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Insira sua senha para continuar a operação' })

/** Modal with this question as its title. */
export const questionDialog = (page: Page, question: string) =>
  page.getByRole('dialog', { name: question })

/** Confirms the identity by password. If the modal has a question as its title, its button is 'Sim'. */
export async function confirmIdentity(page: Page, question?: string): Promise<void> {
  const modal = question === undefined ? proofDialog(page) : questionDialog(page, question)
  await modal.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await modal
    .getByRole('button', { name: question === undefined ? 'Confirmar' : 'Sim', exact: true })
    .click()
}

/** Answers the question of a modal. */
export async function answer(page: Page, question: string, yes: boolean): Promise<void> {
  const modal = questionDialog(page, question)
  await modal.getByRole('button', { name: yes ? 'Sim' : 'Não', exact: true }).click()
  await expect(modal).toHaveCount(0)
}

/** Saves an existing record that needs no identity confirmation. */
export async function saveChanges(page: Page): Promise<void> {
  await save(page)
  await answer(page, 'Deseja salvar as alterações?', true)
}

/** Expects that the page does not scroll sideways in a window of this width in pixels. */
export async function expectToFit(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
}

/** Sets the system's colour scheme, without reloading the page. */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Runs the check in light and in dark, in a step each. */
export async function inLightAndDark(
  page: Page,
  title: string,
  look: () => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(`${title}, ${colorScheme}`, async () => {
      await setColorScheme(page, colorScheme)
      await look()
    })
}

/** Checks that a list with this many rows fits windows of these widths, in light and dark. */
export async function fitListInLightAndDark(
  page: Page,
  title: string,
  { count, widths }: { count: number; widths: readonly number[] },
  look?: (width: number) => Promise<void>,
): Promise<void> {
  await inLightAndDark(page, title, async () => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect(rows(page)).toHaveCount(count)
      await expectToFit(page, width)
      await look?.(width)
    }
  })
}

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Group of the side menu. Its screens are not in the specification. */
export const monitoring = (page: Page) => page.getByRole('list', { name: 'Acompanhamento' })

/** Selects an item of the user menu. */
export async function chooseFromUserMenu(page: Page, item: string): Promise<void> {
  await userBox(page).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** User box in the header. */
export const userBox = (page: Page) => page.getByRole('banner').locator('[aria-haspopup="menu"]')

/** Visible parts of the breadcrumb after the first. */
export const crumbs = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Você está em' })
    .locator('li:visible')
    .filter({ hasNotText: 'Início' })
