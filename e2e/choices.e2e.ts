/** Selects searched by typing: Enter selects the first match and never submits the form by accident. */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { addUser } from './people-rows.ts'
import { makeUsedPlan } from './plan-rows.ts'
import type { Portaria } from './portaria.ts'
import { alert, toast } from './screen.ts'

/** Creates a company with a unique word in its name, and returns the name. */
async function addFindable({ world, sql }: Portaria): Promise<string> {
  const { id } = await world.build.company()
  const name = world.unique('Encontrada')
  await sql.query('update companies set name = $2 where id = $1', [id, name])
  return name
}

test('Enter selects the first match', async ({ page, portaria, enter, world }) => {
  await test.step('Enter selects the matching company, and an unchanged form reports no changes', async () => {
    const { id } = await makeUsedPlan(portaria, 1, 0)
    const name = await addFindable(portaria)
    await enter(`/plan-company-manager?planId=${id}`)
    const field = page.getByRole('combobox', { name: 'Empresas' })
    await field.fill(name)
    await expect(page.getByRole('option').first()).toHaveText(name)
    await field.press('Enter')
    await expect(page.getByRole('form').getByText(name, { exact: true })).toBeVisible()
    await expect(alert(page, /./)).toHaveCount(0)

    await page.reload()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(toast(page, 'Nenhum dado foi alterado!')).toBeVisible()
    await expect(page).toHaveURL(/plan-company-manager/)
  })

  await test.step('Enter selects the matching service and module', async () => {
    const { id } = await makeUsedPlan(portaria, 1, 0)
    const module = await world.module()
    await follow(page, `/plan-module-manager-form?planId=${id}`)
    const service = page.getByRole('combobox', { name: 'Serviço' })
    await service.pressSequentially(module.service.name)
    await service.press('Enter')
    await expect(service).toHaveValue(module.service.name)
    const modules = page.getByRole('combobox', { name: 'Módulo' })
    await modules.fill(module.name)
    await modules.press('Enter')
    await expect(page.getByRole('form').getByText(module.name, { exact: true })).toBeVisible()
    await expect(alert(page, /./)).toHaveCount(0)
  })

  await test.step('Enter before the search response selects the first company once it arrives', async () => {
    const { id } = await makeUsedPlan(portaria, 1, 0)
    const name = await addFindable(portaria)
    await follow(page, `/plan-company-manager?planId=${id}`)
    const field = page.getByRole('combobox', { name: 'Empresas' })
    await field.fill(name)
    await field.press('Enter')
    await expect(page.getByRole('form').getByText(name, { exact: true })).toBeVisible()
    await expect(field).toHaveValue('')
    await expect(page).toHaveURL(/plan-company-manager/)
    await expect(alert(page, /./)).toHaveCount(0)
  })

  await test.step('Enter is discarded if the search text changes, and selects the first user once found', async () => {
    const company = await world.build.company()
    const module = await world.module()
    await world.build.plan({ companyId: company.id, moduleId: module.id })
    await world.profile(module.id, { accredited_enable: true })
    const [person, model, other] = [
      await addUser(portaria, [company]),
      await addUser(portaria, [company]),
      await addUser(portaria, [company]),
    ]
    await follow(page, `/user-edit-profile?id=${person.id}`)
    const field = page.getByRole('combobox', { name: 'Igual a …' })
    await field.fill(model.email)
    await field.press('Enter')
    await field.fill(other.email)
    await expect(page.getByRole('option', { name: ' - ' })).toHaveText([
      `${other.name} - ${other.email}`,
    ])
    await expect(field).toHaveValue(other.email)
    await field.fill(model.email)
    await field.press('Enter')
    await expect(page.getByLabel('Igual a outra pessoa')).toContainText(model.name)
  })
})
