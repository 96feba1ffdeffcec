/** Elements shared by the screens, located as users find them. */
import { expect } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'

/** Row of a list by its header cell. */
export const row = (name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
/** Header cells of the rows of a list. */
export const rows = page.getByRole('rowheader')
export const search = page.getByRole('searchbox')
export const pager = page.getByRole('navigation', { name: 'Paginação' })
export const menu = page.getByRole('navigation', { name: 'Menu principal' })
/** Message of an empty list. */
export const noRows = page
  .getByRole('status')
  .filter({ hasText: 'Nenhum resultado encontrado para os critérios de pesquisa.' })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
/** Field by its label, which may end with an asterisk. */
export const field = (label: string) => page.getByLabelText(label)

export const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** Search parameters of the URL. */
export const place = () => Object.fromEntries(new URL(location.href).searchParams)

/** Alert with this text, as a toast or in the page. */
export const alert = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

/** Toast with exactly this text. */
export const toast = (text: string) => alert(new RegExp(`^${escape(text)}$`))

/** Toast with a title, as on the plan screens: 'Erro' or 'Atenção'. */
export const titledToast = (title: string, text: string) => toast(`${title}${text}`)

const escape = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Modal that confirms the identity before a sensitive write. */
export const proofDialog = page.getByRole('dialog', {
  name: 'Insira sua senha para continuar a operação',
})

export const save = () => button('Salvar').click()

/** Modal with this question as its title. */
export const questionDialog = (question: string) => page.getByRole('dialog', { name: question })

/** Confirms the identity by password. If the modal has a question as its title, its button is 'Sim'. */
export async function confirmIdentity(question?: string): Promise<void> {
  const modal = question === undefined ? proofDialog : questionDialog(question)
  await modal.getByLabelText('Senha', { exact: true }).fill('Senha-da-Ana-1')
  await modal
    .getByRole('button', { name: question === undefined ? 'Confirmar' : 'Sim', exact: true })
    .click()
}

/** Menu of a record with the actions that are not beside its name. */
export const moreActs = button('Mais ações')
const moreItems = page.getByRole('menuitem')

/** Chooses an action in the menu of a record. */
export async function act(name: string): Promise<void> {
  await moreActs.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Expects these actions in the menu of a record, or no menu. */
export async function expectMoreActs(names: readonly string[]): Promise<void> {
  if (names.length === 0) {
    await expectGone(moreActs)
    return
  }
  await moreActs.click()
  await expectTexts(moreItems, names)
  await userEvent.keyboard('{Escape}')
  await expectGone(moreItems)
}

/** Tabs of a record. */
export const tabs = page.getByRole('navigation', { name: 'Partes do registro' }).getByRole('link')

/** Selects an option by typing. */
export async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Expects these labels in the breadcrumb after its first step. */
export const expectCrumbs = (texts: readonly string[]) =>
  expect
    .poll(() =>
      page
        .getByRole('navigation', { name: 'Você está em' })
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent.trim())
        .filter((text) => text !== 'Início'),
    )
    .toEqual(texts)

/** Clicks 'Sim' or 'Não' in the modal with this question, and waits until it closes. */
export async function answer(question: string, yes: boolean): Promise<void> {
  const modal = questionDialog(question)
  await modal.getByRole('button', { name: yes ? 'Sim' : 'Não', exact: true }).click()
  await expectGone(modal)
}

export const expectVisible = (of: Locator) => expect.element(of).toBeVisible()
export const expectGone = (of: Locator) => expect.element(of).not.toBeInTheDocument()
export const expectCount = (of: Locator, count: number) =>
  expect.poll(() => of.elements().length).toBe(count)
export const expectTexts = (of: Locator, texts: readonly string[]) =>
  expect.poll(() => of.elements().map((each) => each.textContent.trim())).toEqual(texts)
export const expectPath = (path: string) => expect.poll(() => location.pathname).toBe(path)

/** Expects no element wider than the window. */
export const expectToFit = (width: number) =>
  expect.poll(() => document.documentElement.scrollWidth).toBe(width)

/** Moves the focus without a click. */
export async function focus(of: Locator): Promise<void> {
  const element = await of.findElement()
  element.focus()
  await expect.element(of).toHaveFocus()
}

/** Presses Tab until the element has the focus. */
export async function tabTo(of: Locator): Promise<void> {
  const element = await of.findElement()
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (element === document.activeElement) return
    await userEvent.tab()
  }
  throw new Error('The element is not reachable by Tab')
}
