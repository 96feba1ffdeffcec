/** Companies: their list, their form, the modal of their SPIDs, and what is said before somebody loses something. */
import type { Page } from '@playwright/test'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { cnpj } from '../server/testing/catalogue-builders.ts'
import { maskCnpj } from '../contract/cnpj.ts'
import { expect, test } from './console.ts'
import { alert, answer, confirmIdentity, crumbs, row, save, search, toast, menu } from './screen.ts'
import type { Portaria } from './portaria.ts'

const title = 'Gerenciamento de SPID'
const modal = (page: Page) => page.getByRole('dialog', { name: title })
const spid = (page: Page, number: number) =>
  modal(page).getByRole('group', { name: `SPID ${number}`, exact: true })
const spidField = (page: Page, number: number) =>
  spid(page, number).getByRole('textbox', { name: 'SPID', exact: true })
const add = (page: Page) => modal(page).getByRole('button', { name: 'Adicionar SPID' }).click()
const saveSpids = (page: Page) => modal(page).getByRole('button', { name: 'Salvar' }).click()

async function manage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Gerenciar SPID' }).click()
  await expect(modal(page)).toBeVisible()
}

async function storedSpids({ sql }: Portaria, company: number): Promise<string[]> {
  const { rows } = await sql.query<{ spid: string }>(
    'select spid from spids where company_id = $1 order by spid',
    [company],
  )
  return rows.map((each) => each.spid)
}

/** A CNPJ that no builder makes: those count upwards from 10000001. */
let counter = 50_000_000
const freeCnpj = () => cnpj((counter += 1) - 10_000_000)

test.describe('/company-list', () => {
  test('shows name, e-mail, masked CNPJ, date and status, and finds by each of the words', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
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
    await checkAxe()
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

test.describe('/company-form', () => {
  test('creates a company with a lettered CNPJ and SPIDs, which are a draft until then', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const name = world.unique('Operadora das Letras')
    await enter('/company-list')
    await page.getByRole('link', { name: 'Nova Empresa' }).click()
    await expect(page.getByRole('heading', { name: 'Cadastro de Empresa' })).toBeVisible()
    await expect(page.getByLabel('Status')).toHaveCount(0)
    for (const field of ['Nome', 'Email'])
      await expect(page.getByLabel(field)).toHaveAttribute('maxlength', '200')
    await save(page)
    await expect(page.getByText('Preencha os campos obrigatórios')).toHaveCount(3)
    await expect(page.getByLabel('Nome')).toBeFocused()
    await checkAxe()
    await page.getByLabel('Nome').fill(name)
    await page.getByLabel('CNPJ').pressSequentially('12abc34501de35')
    await expect(page.getByLabel('CNPJ')).toHaveValue('12.ABC.345/01DE-35')
    await page.getByLabel('Email').fill('sem-arroba')
    await save(page)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email inválido')
    await page.getByLabel('Email').fill('Letras@Operadora.example')

    await manage(page)
    await expect(spidField(page, 1)).toHaveAttribute('maxlength', '30')
    await expect(spid(page, 1).getByLabel('Descrição')).toHaveAttribute('maxlength', '100')
    await checkAxe()
    for (const [index, text] of ['7101', '7102', '7103'].entries()) {
      if (index > 0) await add(page)
      await expect(spidField(page, index + 1)).toBeFocused()
      await page.keyboard.type(text)
    }
    await spid(page, 1).getByLabel('Descrição').fill('Voz fixa')
    await saveSpids(page)
    await expect(toast(page, 'SPIDs salvos com sucesso')).toBeVisible()
    await expect(modal(page)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'SPIDs' }).getByRole('listitem')).toHaveText([
      '7101Voz fixa',
      '7102',
      '7103',
    ])
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Empresa cadastrada')).toBeVisible()
    await expect(page).toHaveURL(/\/company-list$/)
    await search(page).fill(name)
    await expect(row(page, name)).toContainText('12.ABC.345/01DE-35')
    const { rows } = await portaria.sql.query<{ id: number; document: string; email: string }>(
      'select id, document, email from companies where name = $1',
      [name],
    )
    expect(rows[0]).toMatchObject({ document: '12ABC34501DE35', email: 'letras@operadora.example' })
    expect(await storedSpids(portaria, rows[0]?.id ?? 0)).toEqual(['7101', '7102', '7103'])
  })

  test('masks a CNPJ as it is typed and keeps the caret where it is', async ({ page, enter }) => {
    await enter('/company-form')
    const field = page.getByLabel('CNPJ')
    await field.pressSequentially('11222333000181')
    await expect(field).toHaveValue('11.222.333/0001-81')
    for (let index = 0; index < 14; index += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    await expect(field).toHaveValue('11.223.330/0018-1')
    await page.keyboard.type('9')
    await expect(field).toHaveValue('11.922.333/0001-81')
  })

  for (const [kind, typed, sentence] of [
    ['with a wrong check digit', '11.222.333/0001-82', 'CNPJ inválido'],
    ['of one digit over and over', '11111111111111', 'CNPJ inválido'],
    ['with a letter that only looks alike', '12\u0410BC34501DE35', 'CNPJ inválido'],
    ['that is too short', '11.222', 'CNPJ inválido'],
    [
      'that a spreadsheet has spoilt',
      '9,8E+13',
      'A planilha transformou este CNPJ em um número, como 9,8E+13. Formate a coluna como texto e informe-o de novo.',
    ],
  ] as const) {
    test(`refuses a CNPJ ${kind}`, async ({ page, enter }) => {
      await enter('/company-form')
      await page.getByLabel('Nome').fill('Qualquer')
      await page.getByLabel('Email').fill('a@b.example')
      await page.getByLabel('CNPJ').fill(typed)
      await save(page)
      await expect(page.getByLabel('CNPJ')).toHaveAccessibleDescription(sentence)
      await expect(page.getByLabel('CNPJ')).toBeFocused()
    })
  }

  test('tells a CNPJ that exists, in a toast and at its field, and keeps what was typed', async ({
    page,
    world,
    portaria,
    enter,
    checkAxe,
  }) => {
    const { id } = await world.build.company()
    const { rows } = await portaria.sql.query<{ document: string }>(
      'select document from companies where id = $1',
      [id],
    )
    await enter('/company-form')
    await page.getByLabel('Nome').fill('Outra')
    await page.getByLabel('Email').fill('a@b.example')
    await page.getByLabel('CNPJ').fill(rows[0]?.document ?? '')
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Empresa com este CNPJ já existe')).toBeVisible()
    await expect(page.getByLabel('CNPJ')).toHaveAccessibleDescription(
      'Empresa com este CNPJ já existe',
    )
    await expect(page.getByLabel('Nome')).toHaveValue('Outra')
    await checkAxe()
  })

  test('updates a company, and tells any other refusal as Erro inesperado.', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const { id } = await world.build.company({ spids: ['81'] })
    await enter(`/company-form?id=${id}`)
    await expect(page.getByRole('heading', { name: 'Atualização de Empresa' })).toBeVisible()
    const name = world.unique('Renomeada')
    await page.getByLabel('Nome').fill(name)
    await page.getByLabel('CNPJ').fill(freeCnpj())
    await page.route(`**/api/company/${id}`, (route) => route.abort())
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Erro inesperado.')).toBeVisible()
    await expect(page.getByLabel('Nome')).toHaveValue(name)
    await page.unroute(`**/api/company/${id}`)
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Empresa atualizada')).toBeVisible()
    await expect(page).toHaveURL(/\/company-list$/)
    expect(await storedSpids(portaria, id)).toEqual(['81'])
  })

  test('says that a company cannot be read and goes back to the list', async ({ page, enter }) => {
    await enter('/company-form?id=2000000000')
    await expect(toast(page, 'Erro inesperado')).toBeVisible()
    await expect(page).toHaveURL(/\/company-list$/)
  })

  test('asks with who loses what before a company becomes inactive', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const { name, company } = await world.visitor()
    await enter(`/company-form?id=${company.id}`)
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    const question = page.getByRole('dialog', { name: 'Deseja inativar esta empresa?' })
    await expect(question).toContainText(`1 pessoa perde o acesso por esta empresa: ${name}.`)
    await expect(question).toContainText(
      'Nada é excluído: tudo volta quando a empresa for ativada.',
    )
    await checkAxe()
    await answer(page, 'Deseja inativar esta empresa?', false)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await save(page)
    await answer(page, 'Deseja inativar esta empresa?', true)
    await expect(page.getByRole('dialog')).toContainText('1 pessoa perde o acesso')
    await confirmIdentity(page)
    await expect(toast(page, 'Empresa atualizada')).toBeVisible()
    const { rows } = await portaria.sql.query('select active from companies where id = $1', [
      company.id,
    ])
    expect(rows).toEqual([{ active: false }])
  })

  test('tells why a company of administrators stays active', async ({ page, world, enter }) => {
    const { company } = await world.administrator()
    await enter(`/company-form?id=${company.id}`)
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    await answer(page, 'Deseja inativar esta empresa?', true)
    await expect(toast(page, 'Erro inesperado.')).toBeVisible()
    await expect(page.getByLabel('Status')).toHaveAccessibleDescription(
      'Administradores da Gestão de Acesso são desta empresa: ela não pode ser inativada, nem perder um SPID deles.',
    )
  })

  test('shows the seats of each module, past the limit in words, and leads to the profiles', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const module = await world.module()
    const profile = await world.profile(module.id)
    const { company } = await world.visitor({ moduleId: module.id, profileId: profile.id })
    const second = await world.person()
    await world.build.assign({ userId: second.id, profileId: profile.id, companyId: company.id })
    await portaria.sql.query('update plan_modules set seat_limit = 1 where module_id = $1', [
      module.id,
    ])
    await enter(`/company-form?id=${company.id}`)
    const seats = page.getByRole('region', { name: 'Planos e licenças' })
    const line = seats.getByRole('listitem').filter({ hasText: module.name })
    await expect(line).toContainText('2 de 1 licença em uso · 1 acima do limite')
    await expect(line.getByRole('list')).toContainText(/Plano \d+ · 1/)
    await checkAxe()
    await page.getByRole('link', { name: 'Perfis' }).click()
    await expect(page).toHaveURL(new RegExp(`/profile-list\\?accredit_id=${company.id}`))
  })
})

test.describe('Gerenciamento de SPID', () => {
  test('says each of its rules', async ({ page, enter, checkAxe }) => {
    await enter('/company-form')
    await manage(page)
    await saveSpids(page)
    await expect(spidField(page, 1)).toHaveAccessibleDescription(
      'Preencha o campo vazio ou exclua o mesmo',
    )
    await add(page)
    await expect(spidField(page, 1)).toHaveAccessibleDescription('Preencha o campo anterior')
    await expect(spidField(page, 1)).toBeFocused()
    await spid(page, 1).getByRole('button', { name: 'Excluir o SPID 1' }).click()
    await expect(toast(page, 'SPID removido')).toBeVisible()
    await expect(modal(page).getByRole('button', { name: 'Adicionar SPID' })).toBeFocused()
    await saveSpids(page)
    await expect(alert(page, 'Preencha ao menos um SPID')).toBeVisible()
    await checkAxe()
    await add(page)
    await spidField(page, 1).fill('voz')
    await add(page)
    await spidField(page, 2).fill('VOZ')
    await add(page)
    await expect(spidField(page, 2)).toHaveAccessibleDescription('SPID duplicado')
    await checkAxe()
    for (let number = 2; number <= 8; number += 1) {
      if (number > 2) await add(page)
      await spidField(page, number).fill(`710${number}`)
    }
    await add(page)
    await expect(alert(page, 'Número máximo de SPIDs atingido')).toBeVisible()
    await expect(spid(page, 9)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await answer(page, 'Deseja realmente cancelar a operação?', false)
    await expect(modal(page)).toBeVisible()
    await modal(page).getByRole('button', { name: 'Cancelar' }).click()
    await answer(page, 'Deseja realmente cancelar a operação?', true)
    await expect(modal(page)).toHaveCount(0)
    await expect(page.getByText('A empresa não tem SPIDs.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Gerenciar SPID' })).toBeFocused()
  })

  test('saves by itself on update, keeps what is typed in the form, and hands it the new version', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const { id } = await world.build.company({ spids: ['61'] })
    await enter(`/company-form?id=${id}`)
    const name = world.unique('Digitada antes')
    await page.getByLabel('Nome').fill(name)
    await manage(page)
    await add(page)
    await spidField(page, 2).fill('62')
    await saveSpids(page)
    await expect(page.getByRole('dialog').last()).toContainText('+1 SPID: 62')
    await page.keyboard.press('Escape')
    await expect(modal(page)).toBeVisible()
    await saveSpids(page)
    await confirmIdentity(page)
    await expect(toast(page, 'SPIDs salvos com sucesso')).toBeVisible()
    await expect(modal(page)).toHaveCount(0)
    expect(await storedSpids(portaria, id)).toEqual(['61', '62'])
    await expect(page.getByLabel('Nome')).toHaveValue(name)
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Empresa atualizada')).toBeVisible()
    const { rows } = await portaria.sql.query('select name from companies where id = $1', [id])
    expect(rows).toEqual([{ name }])
    expect(await storedSpids(portaria, id)).toEqual(['61', '62'])
  })

  test('asks with who holds what before a SPID is taken away', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const company = await world.build.company({ spids: ['51', '52'] })
    const person = await world.person()
    const profile = await world.profile(exampleModuleId)
    await world.build.plan({ companyId: company.id, moduleId: exampleModuleId })
    await world.build.assign({
      userId: person.id,
      profileId: profile.id,
      companyId: company.id,
      spid: '51',
    })
    await enter(`/company-form?id=${company.id}`)
    await manage(page)
    await modal(page).getByRole('button', { name: 'Excluir o SPID 51' }).click()
    await saveSpids(page)
    const question = page.getByRole('dialog', { name: 'Deseja remover este SPID?' })
    await expect(question).toContainText(
      `SPID 51: 1 pessoa perde 1 perfil (${profile.name}): ${person.name}.`,
    )
    await checkAxe()
    await answer(page, 'Deseja remover este SPID?', false)
    expect(await storedSpids(portaria, company.id)).toEqual(['51', '52'])
    await saveSpids(page)
    await answer(page, 'Deseja remover este SPID?', true)
    await confirmIdentity(page)
    await expect(toast(page, 'SPIDs salvos com sucesso')).toBeVisible()
    expect(await storedSpids(portaria, company.id)).toEqual(['52'])
    const held = await portaria.sql.query('select 1 from user_profiles where user_id = $1', [
      person.id,
    ])
    expect(held.rows).toEqual([])
  })

  test('tells that somebody else has changed the company, and reads it again when asked', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const { id } = await world.build.company({ spids: ['41'] })
    await enter(`/company-form?id=${id}`)
    await manage(page)
    await spid(page, 1).getByLabel('Descrição').fill('Da segunda')
    await portaria.sql.query(
      `update companies set email = 'outro@operadora.example', version = version + 1 where id = $1`,
      [id],
    )
    await saveSpids(page)
    const told = alert(page, 'Outra pessoa alterou este registro. Recarregue e tente novamente.')
    await expect(told).toBeVisible()
    await checkAxe()
    await told.getByRole('button', { name: 'Recarregar' }).click()
    await expect(told).toHaveCount(0)
    await expect(spid(page, 1).getByLabel('Descrição')).toHaveValue('SPID 41')
    await spid(page, 1).getByLabel('Descrição').fill('Da segunda')
    await saveSpids(page)
    await confirmIdentity(page)
    await expect(toast(page, 'SPIDs salvos com sucesso')).toBeVisible()
  })
})

test.describe('who may', () => {
  test('lets others than administrators read their own company, and change nothing', async ({
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
