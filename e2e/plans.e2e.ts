/** Plan changes that take seats from users. `entitlement.e2e.ts` tests a plan from its creation to its end. */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { makeLoosePlan, makeUsedPlan, question } from './plan-rows.ts'
import { choose, confirmIdentity, save, toast } from './screen.ts'

test('seats of a plan and a loose plan are reduced after the affected users are named', async ({
  page,
  portaria,
  enter,
}) => {
  const saving = 'Deseja salvar mesmo assim?'
  const { id, name, company, module } = await makeUsedPlan(portaria, 3, 3)

  await test.step('the limit of a module', async () => {
    await enter(`/plan-module-manager-form?planId=${id}&moduleId=${module.id}`)
    await expect(page.getByLabel('Quantidade')).toHaveValue('3')
    await page.getByLabel('Quantidade').fill('1')
    await save(page)
    await expect(question(page, saving)).toContainText('2 pessoas ficam sem licença')
    await expect(question(page, saving)).toContainText(
      `${company.name} (${module.name}: 3 em uso, licenças 3 → 1)`,
    )
    await confirmIdentity(page, saving)
    await expect(toast(page, 'Plano atualizado')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Licenças por empresa' })).toContainText(
      '2 sem licença',
    )
  })

  await test.step('the companies of the plan', async () => {
    await follow(page, `/plan-company-manager?planId=${id}`)
    await choose(page, 'Empresas', company.name)
    await page.keyboard.press('Escape')
    await save(page)
    await expect(question(page, saving)).toContainText('3 pessoas perdem o acesso imediatamente')
    await expect(question(page, saving)).toContainText(`−1 empresa: ${company.name}`)
    await confirmIdentity(page, saving)
    await expect(toast(page, 'Planos atualizados com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/plan-list$/)
    await follow(page, `/plan-form?id=${id}`)
    await expect(page.getByLabel('Nome')).toHaveValue(name)
    await page.getByRole('link', { name: 'Empresas (0)' }).click()
    await expect(page.getByText('Nenhuma empresa tem este plano ainda.')).toBeVisible()
  })

  await test.step('a loose plan', async () => {
    const loose = await makeLoosePlan(portaria, 3, 2)
    await follow(page, `/plan-loose?search=${loose.company.name}`)
    const removing = 'Deseja realmente remover este plano avulso?'
    await page
      .getByRole('button', { name: `Remover: ${loose.company.name}, ${loose.module.name}` })
      .click()
    await expect(question(page, removing)).toContainText('2 pessoas perdem o acesso imediatamente')
    await confirmIdentity(page, removing)
    await expect(toast(page, 'Plano removido com sucesso!')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: loose.company.name })).toContainText(
      'Inativo',
    )
  })
})
