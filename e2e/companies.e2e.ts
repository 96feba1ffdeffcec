/** List of companies, and which users find and read a company. */
import { maskCnpj } from '../contract/cnpj.ts'
import { expect, test } from './console.ts'
import { crumbs, menu, row, toast } from './screen.ts'

test.describe('/company-list', () => {
  test('shows name, e-mail, masked CNPJ, date and status, and searches each of them', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const { id, name } = await world.build.company()
    const { rows } = await portaria.sql.query<{ document: string; email: string }>(
      `update companies set created_at = '2019-03-04T12:00:00Z' where id = $1 returning document, email`,
      [id],
    )
    const { document = '', email = '' } = rows[0] ?? {}
    await enter('/home')
    await menu(page).getByRole('link', { name: 'Empresa', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Empresas' })).toBeVisible()
    const headers = page.getByRole('columnheader')
    await expect(headers).toHaveText(
      ['Nome', 'Email', 'CNPJ', 'Data de Criação', 'Status', 'Ações'].map(
        (text) => new RegExp(text),
      ),
    )
    await page.getByRole('searchbox', { name: 'Buscar Empresa' }).fill(maskCnpj(document))
    await expect(page).toHaveURL(/search=/)
    const found = row(page, name)
    await expect(found).toContainText(maskCnpj(document))
    await expect(found).toContainText(email)
    await expect(found).toContainText('04/03/2019 09:00:00')
    await expect(found).toContainText('Ativo')
    await found.getByRole('link', { name: `Editar: ${name}` }).click()
    await expect(page).toHaveURL(new RegExp(`/company-form\\?id=${id}$`))
    await expect(page.getByLabel('CNPJ')).toHaveValue(maskCnpj(document))
    await expect(crumbs(page)).toHaveText(['Empresas', name])
  })
})

test.describe('the palette', () => {
  test('finds a company by its masked CNPJ and opens it', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const { id, name } = await world.build.company()
    const { rows } = await portaria.sql.query<{ document: string }>(
      'select document from companies where id = $1',
      [id],
    )
    const masked = maskCnpj(rows[0]?.document ?? '')
    await enter('/home')
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await page.getByRole('dialog', { name: 'Busca rápida' }).getByRole('combobox').fill(masked)
    const found = page.getByRole('group', { name: 'Empresas' }).getByRole('option')
    await expect(found).toHaveText(`${name}${masked}`)
    await found.click()
    await expect(page.getByLabel('Nome')).toHaveValue(name)
  })
})

test.describe('permissions', () => {
  test('users who are not administrators read their own company and change nothing', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const own = await world.build.company({ spids: ['31'] })
    const other = await world.build.company()
    const { rows } = await portaria.sql.query<{ id: number; name: string; url: string }>(
      `select id, name, url from functions where module_id = 1 and url in ('/company-list', '/company-form')`,
    )
    const profile = await world.profile(1, {}, rows)
    await portaria.sql.query(
      `insert into profile_actions (profile_id, function_id, action_id)
       select $1, a.function_id, a.id from actions a where a.function_id = any($2)`,
      [profile.id, rows.map(({ id }) => id)],
    )
    const { email } = await world.visitor({
      companies: [own],
      moduleId: 1,
      profileId: profile.id,
    })
    await enter('/company-list', email)
    await expect(row(page, own.name)).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Nova Empresa' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Editar/ })).toHaveCount(0)
    await page.getByRole('link', { name: own.name }).click()
    await expect(page.getByRole('heading', { name: 'Empresa', level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('31')
    await expect(page.getByRole('region', { name: 'Planos e licenças' })).toContainText('licenças')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Gerenciar SPID' })).toHaveCount(0)
    await checkAxe()
    await page.goto(`/company-form?id=${other.id}`)
    await expect(toast(page, 'Erro inesperado')).toBeVisible()
    await expect(page).toHaveURL(/\/company-list$/)
  })
})
