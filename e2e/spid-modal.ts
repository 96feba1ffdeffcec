/** Locators for the SPID modal of a company. */
import { expect, type Page } from '@playwright/test'
import type { Portaria } from './portaria.ts'

const title = 'Gerenciamento de SPID'
export const modal = (page: Page) => page.getByRole('dialog', { name: title })
export const spid = (page: Page, number: number) =>
  modal(page).getByRole('group', { name: `SPID ${number}`, exact: true })
export const spidField = (page: Page, number: number) =>
  spid(page, number).getByRole('textbox', { name: 'SPID', exact: true })
export const addSpid = (page: Page) =>
  modal(page).getByRole('button', { name: 'Adicionar SPID' }).click()
export const saveSpids = (page: Page) => modal(page).getByRole('button', { name: 'Salvar' }).click()

/** Opens the modal from the form. */
export async function manage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Gerenciar SPID' }).click()
  await expect(modal(page)).toBeVisible()
}

/** Returns the stored SPIDs of a company. */
export async function storedSpids({ sql }: Portaria, company: number): Promise<string[]> {
  const { rows } = await sql.query<{ spid: string }>(
    'select spid from spids where company_id = $1 order by spid',
    [company],
  )
  return rows.map((each) => each.spid)
}
