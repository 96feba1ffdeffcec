/** Profiles whose period ends while their holder works (decision 99). */
import type { Browser, Page } from '@playwright/test'
import { dayAfter, dayOf } from '../contract/days.ts'
import { shownDay } from '../contract/shown.ts'
import { enterConsole, expect, test } from './console.ts'
import type { Portaria } from './portaria.ts'
import { confirmIdentity, menu, row, storedToken, toast } from './screen.ts'
import { modules, openModule } from './sign-in-steps.ts'
import type { Person, Visitor } from './world.ts'

const consoleOver =
  'O seu acesso à Gestão de Acesso nesta empresa terminou. Faça login novamente para usar os seus outros acessos.'
const lastDay = dayAfter(dayOf(new Date()), 30)

/** Links a user to the company of the profile, which can then be given and prolonged. */
const link = ({ sql }: Portaria, { id, company }: Visitor) =>
  sql.query('insert into user_companies (user_id, company_id) values ($1, $2)', [id, company.id])

/** Lets all profiles of a user end in a moment, and waits until the end has passed. Nothing is written at the end. */
async function passEnd({ sql }: Portaria, { id }: Person): Promise<void> {
  await sql.query(
    `update user_profiles set end_at = clock_timestamp() + interval '500 milliseconds' where user_id = $1`,
    [id],
  )
  await expect
    .poll(async () => {
      const { rows } = await sql.query<{ passed: boolean }>(
        'select bool_and(end_at < clock_timestamp()) as passed from user_profiles where user_id = $1',
        [id],
      )
      return rows[0]?.passed
    })
    .toBe(true)
}

/** As a new administrator, prolongs the only profile of a user by 30 days on the record. */
async function prolong(browser: Browser, { url, world }: Portaria, person: Person): Promise<void> {
  const context = await browser.newContext({ locale: 'pt-BR' })
  const page = await context.newPage()
  const { email } = await world.administrator()
  await enterConsole(page, url, { email, path: `/user-edit?id=${person.id}&tab=access` })
  const assigned = page.getByRole('region', { name: 'Acessos' })
  await expect(assigned).toContainText(`terminou em ${shownDay(dayOf(new Date()))}`)
  await page.getByRole('button', { name: /^Prorrogar / }).click()
  const dialog = page.getByRole('dialog', { name: 'Prazo do perfil' })
  await dialog.getByLabel('Válido até').fill(lastDay)
  await dialog.getByRole('button', { name: 'Salvar prazo' }).click()
  await confirmIdentity(page)
  await expect(toast(page, 'Prazo atualizado com sucesso!')).toBeVisible()
  await expect(assigned).toContainText(`até ${shownDay(lastDay)}`)
  await context.close()
}

const userMenuItem = (page: Page) => menu(page).getByRole('link', { name: 'Usuário', exact: true })

test('the console refuses the next action after the end, and works again once it is prolonged', async ({
  page,
  browser,
  portaria,
  viewer,
  enter,
}) => {
  const holder = await viewer(['/user-list', '/function-list'])
  await link(portaria, holder)
  await enter('/user-list', holder.email)
  await expect(row(page, holder.name)).toBeVisible()

  await passEnd(portaria, holder)
  await menu(page).getByRole('link', { name: 'Função', exact: true }).click()
  await expect(toast(page, consoleOver)).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)
  await expect.poll(() => storedToken(page)).toBeNull()

  await prolong(browser, portaria, holder)
  await enter('/user-list', holder.email)
  await expect(userMenuItem(page)).toBeVisible()
  await expect(row(page, holder.name)).toBeVisible()
})

test('a user who keeps another profile sees NÃO AUTORIZADO, and a menu without what ended', async ({
  page,
  portaria,
  world,
  viewer,
  enter,
}) => {
  const holder = await viewer(['/user-list'])
  await link(portaria, holder)
  const { rows } = await portaria.sql.query<{ id: number; name: string }>(
    `select id, name from functions where module_id = 1 and url = '/function-list'`,
  )
  await enter('/user-list', holder.email)
  await expect(row(page, holder.name)).toBeVisible()
  await passEnd(portaria, holder)
  const kept = await world.profile(1, {}, rows)
  const of = { userId: holder.id, profileId: kept.id, companyId: holder.company.id }
  await world.build.assign(of)
  await page.reload()
  await expect(page).toHaveURL(/\/unallowed$/)
  await expect(page.getByRole('heading', { name: 'NÃO AUTORIZADO' })).toBeVisible()
  await expect(userMenuItem(page)).toHaveCount(0)
  await menu(page).getByRole('link', { name: 'Função', exact: true }).click()
  await expect(page).toHaveURL(/\/function-list/)
})

test('a module refuses the next request after the end, and opens again once it is prolonged', async ({
  page,
  browser,
  portaria,
  world,
  openAccessPage,
}) => {
  const holder = await world.visitor()
  await link(portaria, holder)
  await openAccessPage(holder.email)
  const module = await openModule(page, 'Módulo de Exemplo')
  await expect(module.getByText(holder.company.name)).toBeVisible()

  await passEnd(portaria, holder)
  // The module asks the portal again after a few seconds at most.
  await expect(async () => {
    await module.reload()
    await expect(module.getByText('Sua sessão no portal terminou.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await module.close()
  await page.reload()
  await expect(modules(page)).toHaveCount(0)

  await prolong(browser, portaria, holder)
  await page.reload()
  const again = await openModule(page, 'Módulo de Exemplo')
  await expect(again.getByText(holder.company.name)).toBeVisible()
})
