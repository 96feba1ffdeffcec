import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Presses the button of a module and answers the page of the window that opens. */
async function openModule(page: Page, name: string): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: `Acessar ${name}` }).click()
  return opened
}

const companies = (page: Page) => page.getByRole('region', { name: 'Empresa' })
const services = (page: Page) => page.getByRole('region', { name: 'Serviço' })
const modules = (page: Page) => page.getByRole('region', { name: 'Módulo' })

test.describe('/access-page', () => {
  test('takes the administrator from company to the console, which greets with its menu', async ({
    page,
    signIn,
    checkAxe,
  }) => {
    await signIn('admin@portaria.example')
    await expect(page).toHaveTitle(/Página de Acesso/)
    await expect(page.getByText('O que você deseja acessar?')).toBeVisible()
    await expect(page.getByRole('link', { name: 'SAIR' })).toBeVisible()
    await checkAxe()
    const console = await openModule(page, 'Gestão de Acesso')
    await expect(console.getByRole('heading', { name: 'HOME' })).toBeVisible()
    await expect(console).toHaveURL(/\/home$/)
    await checkAxe(console)
    // The menu shows what is granted and exists; the other screens come with their issues.
    const menu = console.getByRole('navigation')
    await expect(menu.getByRole('link', { name: 'Serviço', exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Função', exact: true })).toBeVisible()
    await expect(page.evaluate(() => sessionStorage.getItem('reduced'))).resolves.toBe('true')
  })

  test('shows a master user the menu of a master user and not the rest', async ({
    page,
    signIn,
    checkAxe,
  }) => {
    await signIn('master@portaria.example')
    await checkAxe()
    await services(page)
      .getByRole('button', { name: /Credenciamento/ })
      .click()
    const console = await openModule(page, 'Gestão de Acesso')
    await expect(console.getByRole('heading', { name: 'HOME' })).toBeVisible()
    const menu = console.getByRole('navigation')
    await expect(menu.getByRole('link', { name: 'Função', exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Serviço', exact: true })).toHaveCount(0)
    await checkAxe(console)
  })

  test('asks a company user with several SPIDs for one and arrives in the module with it', async ({
    page,
    portaria,
    signIn,
    checkAxe,
  }) => {
    await signIn('operador@portaria.example')
    await expect(companies(page).getByRole('button')).not.toHaveCount(0)
    const { rows } = await portaria.sql.query<{ name: string }>(
      'select name from companies where id = 2',
    )
    await companies(page)
      .getByRole('button', { name: rows[0]?.name ?? '' })
      .click()
    const {
      rows: [service],
    } = await portaria.sql.query<{ name: string }>(
      'select s.name from services s join modules m on m.service_id = s.id where m.id = 5',
    )
    await services(page)
      .getByRole('button', { name: service?.name ?? '' })
      .click()
    await page.getByRole('button', { name: 'Acessar Módulo de Exemplo' }).click()
    const dialog = page.getByRole('dialog', {
      name: 'Empresa com múltiplos SPIDs, por favor selecione um',
    })
    await expect(dialog).toBeVisible()
    await checkAxe()
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: '7103' }).click()
    const module = await opened
    await expect(module.getByText('7103')).toBeVisible()
    await expect(module.getByText(rows[0]?.name ?? '')).toBeVisible()
    await checkAxe(module)
    await expect(module.evaluate(() => window.opener === null)).resolves.toBe(true)

    await portaria.sql.query(
      `update sessions set ended_at = now(), end_reason = 'administrator' where ended_at is null`,
    )
    await expect(async () => {
      await module.reload()
      await expect(module.getByText('Sua sessão no portal terminou.')).toBeVisible({ timeout: 500 })
    }).toPass()
  })

  test('takes a company user with one company past the first choice, into the module', async ({
    page,
    portaria,
    signIn,
    checkAxe,
  }) => {
    const email = 'uma.empresa@portaria.example'
    const { rows } = await portaria.sql.query<{ company: string; service: string }>(
      `with made as (insert into users (name, email) values ('Uma Empresa', $1) returning id),
        known as (insert into passwords (user_id, hash)
          select made.id, p.hash from made, passwords p join users u on u.id = p.user_id
          where u.email = 'operador@portaria.example' and p.superseded_at is null),
        given as (insert into user_profiles (user_id, profile_id, company_id)
          select made.id, p.id, 3 from made, profiles p where p.module_id = 5 and p.status = 1 order by p.id limit 1)
      select c.name as company, s.name as service from companies c, services s join modules m on m.service_id = s.id
      where c.id = 3 and m.id = 5`,
      [email],
    )
    await signIn(email)
    const only = companies(page).getByRole('button')
    await expect(only).toHaveCount(1)
    await expect(only).toHaveText(new RegExp(RegExp.escape(rows[0]?.company ?? '')))
    await expect(only).toHaveAttribute('aria-pressed', 'true')
    await checkAxe()
    const service = services(page).getByRole('button', { name: rows[0]?.service ?? '' })
    if ((await service.getAttribute('aria-pressed')) === 'false') await service.click()
    const module = await openModule(page, 'Módulo de Exemplo')
    await expect(module.getByRole('heading', { name: 'Olá, Uma Empresa' })).toBeVisible()
    await expect(module.getByText(rows[0]?.company ?? '')).toBeVisible()
    await checkAxe(module)
  })

  test('selects single choices by itself and opens nothing by itself', async ({ page, signIn }) => {
    await signIn('admin@portaria.example')
    await expect(companies(page).getByRole('button', { pressed: true })).toHaveCount(1)
    expect(page.context().pages()).toHaveLength(1)
  })

  test('tells the last access once, on the first visit after signing in', async ({
    page,
    signIn,
  }) => {
    await signIn('master@portaria.example')
    await expect(page.getByText(/Seu último acesso foi em \d\d\/\d\d\/\d{4}/)).toBeVisible()
    await page.reload()
    await expect(modules(page)).toBeVisible()
    await expect(page.getByText(/Seu último acesso foi em/)).toHaveCount(0)
  })

  test('shows a module without an address and says why it cannot be chosen', async ({
    page,
    portaria,
    signIn,
  }) => {
    await portaria.sql.query(`update modules set url = null where id = 12`)
    await signIn('operador@portaria.example')
    const {
      rows: [module],
    } = await portaria.sql.query<{ name: string; service: string; company: string }>(
      `select m.name, s.name as service, c.name as company from modules m join services s on s.id = m.service_id, companies c where m.id = 17 and c.id = 2`,
    )
    await companies(page)
      .getByRole('button', { name: module?.company ?? '' })
      .click()
    await services(page)
      .getByRole('button', { name: module?.service ?? '' })
      .click()
    await expect(page.getByRole('button', { name: `Acessar ${module?.name}` })).toBeDisabled()
  })

  test('keeps a hundred companies and modules quick to find by typing', async ({
    page,
    portaria,
    signIn,
    checkAxe,
  }) => {
    await portaria.sql.query(`
      with c as (insert into companies (name, email, document)
        select 'Operadora Cem ' || n, 'c' || n || '@cem.example', lpad(n::text, 12, '0') || '00' from generate_series(1, 120) n returning id),
      p as (insert into plan_companies (plan_id, company_id) select 1, id from c returning company_id)
      insert into loose_plans (company_id, module_id, seat_limit) select id, 5, 9 from c`)
    await portaria.sql.query(`insert into user_profiles (user_id, profile_id, company_id)
      select (select id from users where email = 'master@portaria.example'), 116, id from companies where name like 'Operadora Cem %'`)
    await signIn('master@portaria.example')
    await page.getByRole('searchbox', { name: 'Buscar por nome ou CNPJ' }).fill('cem 117')
    await expect(companies(page).getByRole('button', { name: /Operadora Cem/ })).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(companies(page).getByRole('button', { pressed: true })).toHaveText(
      /Operadora Cem 117/,
    )
    await checkAxe()
  })
})
