import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { answer, choose, confirmIdentity, row, rows, save, search, toast, menu } from './screen.ts'
import { longAgo } from './world.ts'

const required = 'Preencha todos os campos!'

test.describe('/profile-list', () => {
  test('lists profiles for an administrator, and creates one', async ({ page, world, enter }) => {
    await test.step('is in the menu and lists profiles with their owner and visibility', async () => {
      const module = await world.module()
      const company = await world.build.company()
      const name = world.unique('Operador')
      const dates = { created_at: longAgo, updated_at: longAgo }
      const shown = await world.profile(module.id, { name, accredited_enable: true, ...dates })
      const own = await world.profile(module.id, {
        name: `${name} da casa`,
        company_id: company.id,
      })
      const deleted = await world.profile(module.id, { name: `${name} noturno`, active: false })
      await enter('/home')
      await menu(page).getByRole('link', { name: 'Perfil', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Perfil' })).toBeVisible()
      await expect(page.getByRole('columnheader')).toHaveText([
        'Nome',
        'Serviço',
        'Módulo',
        'Criado por',
        'Exibido Para',
        'Data de criação',
        'Data de atualização',
        'Status',
        'Ações',
      ])
      await search(page).fill(name)
      await expect(rows(page)).toHaveText([shown.name, own.name, deleted.name])
      await expect(row(page, own.name).getByRole('cell').nth(2)).toHaveText(company.name)
      await expect(row(page, own.name).getByRole('cell').nth(3)).toHaveText('Admin')
      await expect(row(page, deleted.name)).toContainText('Excluído')
      await expect(
        row(page, deleted.name).getByRole('link', { name: /^Adicionar função/ }),
      ).toHaveCount(0)
      const found = row(page, shown.name)
      await expect(found.getByRole('cell').first()).toHaveText(module.service.name)
      await expect(found.getByRole('cell').nth(1)).toHaveText(module.name)
      await expect(found.getByRole('cell').nth(2)).toHaveText('Administrador')
      await expect(found.getByRole('cell').nth(3)).toHaveText('Operadora')
      await expect(found.getByRole('cell').nth(4)).toHaveText('04/03/2019 09:00:00')
      await found.getByRole('link', { name: `Adicionar função: ${name}` }).click()
      await expect(page).toHaveURL(new RegExp(`/profile-edit-function\\?id=${shown.id}$`))
    })

    await test.step('requires all fields, and creates a profile after the identity confirmation', async () => {
      const module = await world.module()
      const name = world.unique('Mesa de testes')
      await follow(page, '/profile-list')
      await page.getByRole('link', { name: 'Novo Perfil' }).click()
      await expect(page.getByRole('heading', { name: 'Cadastro de perfil' })).toBeVisible()
      await save(page)
      await expect(page.getByText(required)).toHaveCount(3)
      await page.getByLabel('Nome').fill(name)
      await choose(page, 'Serviço', module.service.name)
      await expect(page.getByText(required)).toHaveCount(0)
      await choose(page, 'Módulo', module.name)
      await page.getByLabel('Exibir para empresas').check()
      await page.getByLabel('Perfil master').check()
      await save(page)
      await expect(page.getByLabel('Perfil master')).toHaveAccessibleDescription(
        /Só perfis da Gestão de Acesso podem ser perfil master\.$/,
      )
      await page.getByLabel('Perfil master').uncheck()
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Perfil cadastrado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/profile-list$/)
      await search(page).fill(name)
      await expect(row(page, name).getByRole('cell').first()).toHaveText(module.service.name)
    })

    await test.step('selecting a module first fills in its service; an existing name is refused', async () => {
      const module = await world.module()
      const profile = await world.profile(module.id)
      await follow(page, '/profile-create')
      await page.getByLabel('Nome').fill(profile.name)
      await choose(page, 'Módulo', module.name)
      await expect(page.getByRole('combobox', { name: 'Serviço' })).toHaveValue(module.service.name)
      await save(page)
      await confirmIdentity(page)
      const taken = 'Já existe um perfil com este nome neste módulo.'
      await expect(toast(page, taken)).toBeVisible()
      await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(taken)
      await page.getByLabel('Nome').fill('Outro nome')
      await page.route('**/api/profile', (route) => route.abort())
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, taken)).toHaveCount(0)
      await expect(toast(page, 'Erro ao cadastrar perfil!')).toBeVisible()
    })
  })

  test("shows a master user the company's own and visible profiles, and lets them change only their own", async ({
    page,
    world,
    enter,
  }) => {
    const { email, company } = await world.master()
    const module = await world.module()
    await world.build.plan({ companyId: company.id, moduleId: module.id })
    const name = world.unique('Balcão')
    const created = await world.profile(module.id, { name, company_id: company.id })
    const lent = await world.profile(module.id, { name: `${name} geral`, accredited_enable: true })
    await world.profile(module.id, { name: `${name} da associação` })
    await enter(`/profile-list?search=${name}`, email)
    await expect(page.getByRole('columnheader', { name: 'Exibido Para' })).toHaveCount(0)
    await expect(rows(page)).toHaveText([created.name, lent.name])
    const own = row(page, created.name).getByRole('link', { name: `Editar: ${created.name}` })
    await expect(own).toBeVisible()
    await expect(row(page, lent.name).getByRole('link')).toHaveCount(0)
    await own.click()
    await expect(page.getByLabel('Nome')).toHaveValue(created.name)
    await expect(page.getByLabel('Exibir para empresas')).toHaveCount(0)
    await expect(page.getByLabel('Perfil master')).toHaveCount(0)
  })

  test('a master user creates a profile of every service to which the company is entitled', async ({
    page,
    world,
    enter,
  }) => {
    const master = await world.master()
    const module = await world.module()
    await world.build.plan({ companyId: master.company.id, moduleId: module.id })
    const foreign = await world.module()
    await enter('/profile-list', master.email)
    // Set by the access page: the service of this console, through which all users enter it.
    await page.evaluate(() => localStorage.setItem('currentService', '1'))
    await page.goto('/profile-create')
    const services = page.getByRole('combobox', { name: 'Serviço' })
    await services.click()
    await expect(page.getByRole('option')).toHaveText(['Credenciamento', module.service.name])
    await services.fill(foreign.service.name)
    await expect(page.getByRole('option')).toHaveCount(0)
    await services.fill('')
    const name = world.unique('Mesa da operadora')
    await page.getByLabel('Nome').fill(name)
    await choose(page, 'Serviço', module.service.name)
    await choose(page, 'Módulo', module.name)
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Perfil cadastrado com sucesso!')).toBeVisible()
  })
})

test.describe('/profile-edit', () => {
  test('updates, deletes and reactivates an existing profile', async ({
    page,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('updates a profile, and reports that nothing was changed', async () => {
      const module = await world.module()
      const { id, name } = await world.profile(module.id)
      await enter(`/profile-edit?id=${id}`)
      await expect(page.getByRole('heading', { name: 'Edição de perfil' })).toBeVisible()
      await expect(page.getByLabel('Nome')).toHaveValue(name)
      await expect(page.getByRole('combobox', { name: 'Serviço' })).toHaveValue(module.service.name)
      await expect(page.getByRole('combobox', { name: 'Módulo' })).toHaveValue(module.name)
      await save(page)
      await expect(toast(page, 'Nenhum dado foi alterado!')).toBeVisible()
      await page.getByLabel('Nome').fill(' ')
      await save(page)
      await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(required)
      await page.getByLabel('Nome').fill(`${name} renomeado`)
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/profile-list$/)
      await search(page).fill(name)
      await expect(rows(page)).toHaveText([`${name} renomeado`])
    })

    await test.step('deletes a profile after a question, hides its form, and reactivates it', async () => {
      const { id } = await world.module()
      const { id: profileId, name } = await world.profile(id)
      const question = 'Deseja realmente excluir este Perfil?'
      // Reset the list's search, which redirects restore.
      await follow(page, '/profile-list')
      await follow(page, `/profile-edit?id=${profileId}`)
      await page.getByRole('button', { name: 'Excluir perfil' }).click()
      const dialog = page.getByRole('dialog', { name: question })
      await expect(dialog).toContainText(`Perfil: ${name}`)
      await expect(dialog).toContainText('Quem o possui perde o acesso que ele dá.')
      await answer(page, question, false)
      await page.getByRole('button', { name: 'Excluir perfil' }).click()
      await answer(page, question, true)
      await confirmIdentity(page)
      await expect(toast(page, 'Perfil excluído com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/profile-list$/)
      await search(page).fill(name)
      await expect(row(page, name)).toContainText('Excluído')
      await row(page, name)
        .getByRole('link', { name: `Editar: ${name}` })
        .click()
      await expect(page.getByRole('button', { name: 'Ativar perfil' })).toBeVisible()
      await expect(page.getByLabel('Nome')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('link', { name: 'Funções' })).toHaveCount(0)
      await checkAxe()
      await page.getByRole('button', { name: 'Ativar perfil' }).click()
      await confirmIdentity(page)
      await expect(toast(page, 'Perfil ativado com sucesso!')).toBeVisible()
      await expect(row(page, name)).toContainText('Ativo')
    })

    await test.step('reports that the status was not changed, and why', async () => {
      const module = await world.module()
      const { id, name } = await world.profile(module.id, { active: false })
      await world.profile(module.id, { name })
      await follow(page, `/profile-edit?id=${id}`)
      await page.getByRole('button', { name: 'Ativar perfil' }).click()
      await expect(toast(page, 'Erro ao atualizar o status do perfil!')).toBeVisible()
      await expect(toast(page, 'Já existe um perfil com este nome neste módulo.')).toBeVisible()
    })

    await test.step('offers no deletion of a system profile, and redirects if the profile does not exist', async () => {
      // Reset the list's search, which redirects restore.
      await follow(page, '/profile-list')
      await follow(page, '/profile-edit?id=8')
      await expect(page.getByLabel('Nome')).toHaveValue('Usuário Master')
      await expect(page.getByRole('button', { name: 'Excluir perfil' })).toHaveCount(0)
      await follow(page, '/profile-edit?id=2')
      await expect(toast(page, 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(/\/profile-list$/)
      await follow(page, '/profile-edit')
      await expect(page).toHaveURL(/\/profile-list$/)
    })
  })
})
