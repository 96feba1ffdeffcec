/** The company form, and the consequences shown before users lose access. */
import { readFile } from 'node:fs/promises'
import { cnpj } from '../test/testing/catalogue-builders.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { answer, confirmIdentity, proofDialog, row, rows, save, search, toast } from './screen.ts'
import { addSpid, manage, modal, saveSpids, spid, spidField, storedSpids } from './spid-modal.ts'

/** Returns a CNPJ outside the range of the builders, which count from 10000001. */
let counter = 50_000_000
const freeCnpj = () => cnpj((counter += 1) - 10_000_000)

test.describe('/company-form', () => {
  test('creates a company and checks its CNPJ', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('creates a company with a CNPJ with letters, and its SPIDs, which stay unsaved until then', async () => {
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
        if (index > 0) await addSpid(page)
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
      const { rows: found } = await portaria.sql.query<{
        id: number
        document: string
        email: string
      }>('select id, document, email from companies where name = $1', [name])
      expect(found[0]).toMatchObject({
        document: '12ABC34501DE35',
        email: 'letras@operadora.example',
      })
      expect(await storedSpids(portaria, found[0]?.id ?? 0)).toEqual(['7101', '7102', '7103'])
    })

    await test.step('masks a CNPJ while it is typed and preserves the caret position', async () => {
      await follow(page, '/company-form')
      const field = page.getByLabel('CNPJ')
      await field.pressSequentially('11222333000181')
      await expect(field).toHaveValue('11.222.333/0001-81')
      for (let index = 0; index < 14; index += 1) await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Backspace')
      await expect(field).toHaveValue('11.223.330/0018-1')
      await page.keyboard.type('9')
      await expect(field).toHaveValue('11.922.333/0001-81')
    })

    await test.step('refuses an invalid CNPJ and focuses the field', async () => {
      await follow(page, '/company-form')
      await page.getByLabel('Nome').fill('Qualquer')
      await page.getByLabel('Email').fill('a@b.example')
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
      ] as const)
        await test.step(kind, async () => {
          // Wait until the previous error disappears.
          await page.getByLabel('CNPJ').fill('11.222.333/0001-81')
          await expect(page.getByLabel('CNPJ')).not.toHaveAccessibleDescription(/CNPJ/)
          await page.getByLabel('CNPJ').fill(typed)
          await save(page)
          await expect(page.getByLabel('CNPJ')).toHaveAccessibleDescription(sentence)
          await expect(page.getByLabel('CNPJ')).toBeFocused()
        })
    })
  })

  test('shows refusals and failed reads', async ({ page, world, portaria, enter }) => {
    await test.step('shows an existing CNPJ in a toast and at its field, and keeps the input', async () => {
      const { id } = await world.build.company()
      const { rows: found } = await portaria.sql.query<{ document: string }>(
        'select document from companies where id = $1',
        [id],
      )
      await enter('/company-form')
      await page.getByLabel('Nome').fill('Outra')
      await page.getByLabel('Email').fill('a@b.example')
      await page.getByLabel('CNPJ').fill(found[0]?.document ?? '')
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Empresa com este CNPJ já existe')).toBeVisible()
      await expect(page.getByLabel('CNPJ')).toHaveAccessibleDescription(
        'Empresa com este CNPJ já existe',
      )
      await expect(page.getByLabel('Nome')).toHaveValue('Outra')
    })

    await test.step('updates a company, and reports any other refusal as Erro inesperado.', async () => {
      const { id } = await world.build.company({ spids: ['81'] })
      await follow(page, `/company-form?id=${id}`)
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

    await test.step('reports that a company cannot be read and returns to the list', async () => {
      await follow(page, '/company-form?id=2000000000')
      await expect(toast(page, 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(/\/company-list$/)
    })

    await test.step("explains why the administrators' company stays active", async () => {
      const { company } = await world.administrator()
      await follow(page, `/company-form?id=${company.id}`)
      await page.getByLabel('Status').selectOption('Inativo')
      await save(page)
      await answer(page, 'Deseja inativar esta empresa?', true)
      await expect(toast(page, 'Erro inesperado.')).toBeVisible()
      await expect(page.getByLabel('Status')).toHaveAccessibleDescription(
        'Administradores da Gestão de Acesso são desta empresa: ela não pode ser inativada, nem perder um SPID deles.',
      )
    })
  })

  test('shows seats, users and delegations of a company, and the consequences of its deactivation', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('shows the seats of each module, states an exceeded limit in words, and links to the profiles', async () => {
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

    await test.step('shows the number of its users with a link to them, and ends a delegation', async () => {
      const master = await world.master()
      const { company } = master
      const borrower = await world.person()
      const later = await world.person()
      for (const { id } of [master, borrower, later])
        await portaria.sql.query(
          'insert into user_companies (user_id, company_id) values ($1, $2) on conflict do nothing',
          [id, company.id],
        )
      const day = 86_400_000
      const lend = (userId: number, begin: Date) =>
        world.build.delegation({ userId, companyId: company.id, by: master.id, begin, end: null })
      await lend(borrower.id, new Date(Date.now() - day))
      await lend(later.id, new Date(Date.now() + day))
      await follow(page, `/company-form?id=${company.id}`)
      const delegated = page.getByRole('region', { name: 'Usuários delegados' })
      await expect(delegated.getByRole('rowheader')).toHaveCount(2)
      await checkAxe()
      await delegated.getByRole('button', { name: `Remover: ${borrower.name}` }).click()
      await expect(proofDialog(page)).toContainText(`Remover a delegação de ${borrower.name}`)
      await confirmIdentity(page)
      await expect(toast(page, 'Delegação removida com sucesso!')).toBeVisible()
      await expect(delegated.getByRole('rowheader')).toHaveText([later.name])
      await page.getByRole('link', { name: 'Pessoas (3)' }).click()
      await expect(page).toHaveURL(new RegExp(`/user-list\\?company_id=${company.id}`))
      await expect(rows(page)).toHaveCount(3)
      await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveValue(company.name)
      const exporting = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar', exact: true }).click()
      const exported = await readFile(await (await exporting).path(), 'utf8')
      expect(exported.trim().split('\r\n')).toHaveLength(1 + 3)
      await page.getByRole('button', { name: 'Limpar' }).click()
      await expect(page).toHaveURL(/\/user-list$/)
    })

    await test.step('shows which users lose access before a company is deactivated', async () => {
      const { name, company } = await world.visitor()
      await follow(page, `/company-form?id=${company.id}`)
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
      const { rows: found } = await portaria.sql.query(
        'select active from companies where id = $1',
        [company.id],
      )
      expect(found).toEqual([{ active: false }])
    })
  })
})
