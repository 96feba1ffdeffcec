/**
 * Access that users lose with a delegation, a SPID or a whole company. `entitlement.e2e.ts` tests the way from a new
 * company to the modules of its users.
 */
import { readFile } from 'node:fs/promises'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { confirmIdentity, row, rows, save, toast } from './screen.ts'

test('a company loses a delegation, a SPID, and its access, each after the affected users are named', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const master = await world.master({}, await world.build.company({ spids: ['51', '52'] }))
  const { company } = master
  const [borrower, holder] = [await world.person(), await world.person()]
  for (const { id } of [master, borrower, holder])
    await portaria.sql.query(
      'insert into user_companies (user_id, company_id) values ($1, $2) on conflict do nothing',
      [id, company.id],
    )
  await world.build.delegation({
    userId: borrower.id,
    companyId: company.id,
    by: master.id,
    begin: new Date(Date.now() - 86_400_000),
    end: null,
  })
  const profile = await world.profile(exampleModuleId)
  await world.build.plan({ companyId: company.id, moduleId: exampleModuleId })
  await world.build.assign({
    userId: holder.id,
    profileId: profile.id,
    companyId: company.id,
    spid: '51',
  })

  await test.step('a delegation ends, and its users are listed and exported', async () => {
    await enter(`/company-form?id=${company.id}&tab=delegations`)
    const delegated = page.getByRole('region', { name: 'Usuários delegados' })
    await delegated.getByRole('button', { name: `Remover: ${borrower.name}` }).click()
    await confirmIdentity(page)
    await expect(toast(page, 'Delegação removida com sucesso!')).toBeVisible()
    await expect(delegated.getByRole('rowheader')).toHaveCount(0)
    // The number in the tab, its list, and the user list filtered by the company are equal.
    await page.getByRole('link', { name: 'Pessoas (3)' }).click()
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('link', { name: 'Ver na lista de usuários' }).click()
    await expect(page).toHaveURL(/\/user-list/)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveValue(company.name)
    const exporting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar', exact: true }).click()
    const exported = await readFile(await (await exporting).path(), 'utf8')
    expect(exported.trim().split('\r\n')).toHaveLength(1 + 3)
  })

  await test.step('a SPID is removed with the profiles for it', async () => {
    await follow(page, `/company-form?id=${company.id}`)
    await page.getByRole('button', { name: 'Gerenciar SPID' }).click()
    const modal = page.getByRole('dialog', { name: 'Gerenciamento de SPID' })
    await modal.getByRole('button', { name: 'Excluir o SPID 51' }).click()
    await modal.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('dialog', { name: 'Deseja remover este SPID?' })).toContainText(
      `SPID 51: 1 pessoa perde 1 perfil (${profile.name}): ${holder.name}.`,
    )
    await confirmIdentity(page, 'Deseja remover este SPID?')
    await expect(toast(page, 'SPIDs salvos com sucesso')).toBeVisible()
    await expect(page.getByRole('region', { name: 'SPIDs' }).getByRole('listitem')).toHaveText([
      /^52/,
    ])
  })

  await test.step('the company is deactivated', async () => {
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    const question = 'Deseja inativar esta empresa?'
    await expect(page.getByRole('dialog', { name: question })).toContainText(
      `1 pessoa perde o acesso por esta empresa: ${master.name}.`,
    )
    await confirmIdentity(page, question)
    await expect(toast(page, 'Empresa atualizada')).toBeVisible()
    await expect(page).toHaveURL(/\/company-list$/)
    await page.getByRole('searchbox').fill(company.name)
    await expect(row(page, company.name)).toContainText('Inativo')
  })
})
