/** Users for the tests of their screens, and shared interactions with these screens. */
import type { Page } from '@playwright/test'
import type { UserOptions } from '../test/testing/builders.ts'
import { expect } from './fixtures.ts'
import type { Portaria } from './portaria.ts'
import { confirmIdentity, save, message } from './screen.ts'
import type { Person } from './world.ts'

export const blockQuestion = 'Deseja mesmo bloquear o usuário selecionado?'

interface AddUserOptions extends UserOptions {
  name?: string
}

/** Creates a user linked to these companies. */
export async function addUser(
  { world, sql }: Portaria,
  companies: readonly { id: number }[],
  { name, ...options }: AddUserOptions = {},
): Promise<Person> {
  const person = await world.person(options)
  for (const { id } of companies)
    await sql.query('insert into user_companies (user_id, company_id) values ($1, $2)', [
      person.id,
      id,
    ])
  if (name === undefined) return person
  await sql.query('update users set name = $1 where id = $2', [name, person.id])
  return { ...person, name }
}

/** Returns the stored account. */
export async function stored({ sql }: Portaria, email: string) {
  const { rows } = await sql.query<{
    id: number
    name: string
    phone_number: string
    code: string | null
    active: boolean
    suspended: boolean
    company_id: number | null
  }>(
    'select id, name, phone_number, code, active, suspended, company_id from users where email = $1',
    [email],
  )
  return rows[0]
}

/** Returns the companies to which a user is linked. */
export async function companiesOf({ sql }: Portaria, userId: number): Promise<number[]> {
  const { rows } = await sql.query<{ company_id: number }>(
    'select company_id from user_companies where user_id = $1 order by company_id',
    [userId],
  )
  return rows.map(({ company_id }) => company_id)
}

/** Finds a field by its label; required fields have an asterisk behind it. */
export const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${RegExp.escape(label)}( \\*)?$`))
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** Fills in the fields of a user. */
export async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** Selects or deselects a company. */
export async function chooseCompany(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Empresas' }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
  // The list stays open for further selections and covers the fields below.
  await page.keyboard.press('Escape')
}

/** Select for the company to which a user is bound. */
export const boundCompany = (page: Page) =>
  page.getByRole('combobox', { name: 'Empresa de vínculo' })

/** Binds a user to one of the offered companies. */
export async function bindTo(page: Page, name: string): Promise<void> {
  await boundCompany(page).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Saves, confirms the identity, and waits for the message. */
export async function saveConfirmed(page: Page, text: string): Promise<void> {
  await save(page)
  await confirmIdentity(page)
  await expect(message(page, text)).toBeVisible()
}

/** Presses a button, answers 'Sim' to the question if there is one, and confirms the identity. */
export async function doConfirmed(page: Page, name: string, question?: string): Promise<void> {
  if (inMenu.has(name)) await pressAct(page, name)
  else await button(page, name).click()
  await confirmIdentity(page, question)
}

/** Actions on a user that are in the menu 'Mais' of the record. */
const inMenu = new Set([
  'Resetar senha',
  'Desvincular da empresa',
  'Bloquear usuário',
  'Excluir usuário',
])

/** Chooses an action in the menu 'Mais' of a record. */
export async function pressAct(page: Page, name: string): Promise<void> {
  await button(page, 'Mais ações').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Makes every call of a path fail, including reads. */
export const failWrites = (page: Page, path: string) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ status: 500, json: {} }))
