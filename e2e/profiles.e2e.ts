import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { pressAct } from './people-rows.ts'
import { choose, confirmIdentity, row, rows, save, search, toast } from './screen.ts'

test("a master user manages the company's own profiles, and sees the visible ones", async ({
  page,
  world,
  enter,
}) => {
  const { email, company } = await world.master()
  const [module, foreign] = [await world.module(), await world.module()]
  await world.build.plan({ companyId: company.id, moduleId: module.id })
  const name = world.unique('Balcão')
  const own = world.unique(name)

  await test.step('the list has own and visible profiles, and only own ones can be changed', async () => {
    const created = await world.profile(module.id, { name, company_id: company.id })
    const lent = await world.profile(module.id, { name: `${name} geral`, accredited_enable: true })
    await world.profile(module.id, { name: `${name} da associação` })
    await enter(`/profile-list?search=${name}`, email)
    await expect(page.getByRole('columnheader', { name: 'Exibido Para' })).toHaveCount(0)
    await expect(rows(page)).toHaveText([created.name, lent.name])
    await expect(
      row(page, lent.name).getByRole('link', { name: /^(Editar|Adicionar função)/ }),
    ).toHaveCount(0)
    await row(page, lent.name).getByRole('link', { name: lent.name }).click()
    await expect(page.getByRole('region', { name: 'Dados' })).toContainText('Administrador')
    await expect(page.getByRole('main').getByRole('link', { name: 'Editar' })).toHaveCount(0)
    await page.goBack()
    await row(page, created.name)
      .getByRole('link', { name: `Editar: ${created.name}` })
      .click()
    await expect(page.getByLabel('Nome')).toHaveValue(created.name)
    await expect(page.getByLabel('Exibir para empresas')).toHaveCount(0)
    await expect(page.getByLabel('Perfil master')).toHaveCount(0)
  })

  await test.step('a profile can be of every service to which the company is entitled', async () => {
    // The access page stores this value: the service of this console, through which all users enter it.
    await page.evaluate(() => localStorage.setItem('currentService', '1'))
    await follow(page, '/profile-create')
    const services = page.getByRole('combobox', { name: 'Serviço' })
    await services.click()
    await expect(page.getByRole('option')).toHaveText(['Credenciamento', module.service.name])
    await services.fill(foreign.service.name)
    await expect(page.getByRole('option')).toHaveCount(0)
    await services.fill('')
    await page.getByLabel('Nome').fill(own)
    await choose(page, 'Serviço', module.service.name)
    await choose(page, 'Módulo', module.name)
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Perfil cadastrado com sucesso!')).toBeVisible()
  })

  await test.step('it is deleted and reactivated', async () => {
    await follow(page, '/profile-list?service_id=all')
    await search(page).fill(own)
    await row(page, own)
      .getByRole('link', { name: `Editar: ${own}` })
      .click()
    await pressAct(page, 'Excluir perfil')
    await confirmIdentity(page, 'Deseja realmente excluir este Perfil?')
    await expect(toast(page, 'Perfil excluído com sucesso!')).toBeVisible()
    await expect(row(page, own)).toContainText('Excluído')
    await row(page, own)
      .getByRole('link', { name: `Editar: ${own}` })
      .click()
    await page.getByRole('button', { name: 'Ativar perfil' }).click()
    await confirmIdentity(page)
    await expect(row(page, own)).toContainText('Ativo')
  })
})
