/** The parts that the screens have in common, as a person finds them. */
import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../server/testing/portal-client.ts'

/** What a list says that has no rows. */
export const nothing = 'Nenhum resultado encontrado para os critérios de pesquisa.'
export const noRows = (page: Page) => page.getByRole('status').filter({ hasText: nothing })

/** The row of a list by its first value. */
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** The first values of the rows of a list. */
export const rows = (page: Page) => page.getByRole('rowheader')

/** The menu of the console; the breadcrumb is a navigation too, and may say the same. */
export const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' })
export const search = (page: Page) => page.getByRole('searchbox')
export const pager = (page: Page) => page.getByRole('navigation', { name: 'Paginação' })

/** What the address says after its question mark. */
export const place = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

export const save = (page: Page) => page.getByRole('button', { name: 'Salvar' }).click()

/** An alert that says something, in the corner or where it is about. */
export const alert = (page: Page, text: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: text })

/** A message in the corner: an alert that says this and nothing else. */
export const toast = (page: Page, text: string) =>
  alert(page, new RegExp(`^${RegExp.escape(text)}$`))

/** A message in the corner with a title above it, as those of plans have it: 'Erro' or 'Atenção'. */
export const titledToast = (page: Page, title: string, text: string) =>
  toast(page, `${title}${text}`)

/** Chooses from a list that is searched by typing. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Chooses a secret question: the first, unless it is told which. */
export async function chooseQuestion(page: Page, name?: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Pergunta secreta' }).click()
  await page
    .getByRole('option', name === undefined ? {} : { name })
    .first()
    .click()
}

/** The modal that a sensitive write opens, before it is made. */
export const proofDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Insira sua senha para continuar a operação' })

/** Proves identity by password in the modal that a sensitive write opens. */
export async function confirmIdentity(page: Page): Promise<void> {
  const modal = proofDialog(page)
  await modal.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await modal.getByRole('button', { name: 'Confirmar' }).click()
}

/** Answers the question of a modal. */
export async function answer(page: Page, question: string, yes: boolean): Promise<void> {
  const modal = page.getByRole('dialog', { name: question })
  await modal.getByRole('button', { name: yes ? 'Sim' : 'Não', exact: true }).click()
  await expect(modal).toHaveCount(0)
}

/** Saves a record that is there already, where no proof of identity is asked for. */
export async function saveChanges(page: Page): Promise<void> {
  await save(page)
  await answer(page, 'Deseja salvar as alterações?', true)
}

/** Nothing is wider than the window. */
export async function expectToFit(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
}

/** Light or dark, as the system of a person is, without loading the page anew. */
export async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Looks at the screen light and then dark, in a step for each. */
export async function inLightAndDark(
  page: Page,
  title: string,
  look: () => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(`${title}, ${colorScheme}`, async () => {
      await turn(page, colorScheme)
      await look()
    })
}

/** Looks at a list of so many rows, light and dark, in windows of these widths, in which it is to fit. */
export async function fitListInLightAndDark(
  page: Page,
  title: string,
  { count, widths }: { count: number; widths: readonly number[] },
  look: (width: number) => Promise<void>,
): Promise<void> {
  await inLightAndDark(page, title, async () => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect(rows(page)).toHaveCount(count)
      await expectToFit(page, width)
      await look(width)
    }
  })
}

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Opens the menu of the user box and chooses from it. */
export async function chooseFromUserMenu(page: Page, item: string): Promise<void> {
  await userBox(page).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The box in the header that says who is signed in. */
export const userBox = (page: Page) => page.getByRole('banner').locator('[aria-haspopup="menu"]')

/** The steps of the breadcrumb that are shown, after the start. */
export const crumbs = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Você está em' })
    .locator('li:visible')
    .filter({ hasNotText: 'Início' })
