/** 'Por quê?' shows the profile that grants access, and why other profiles do not. */
import type { Locator } from '@playwright/test'
import { expect, test } from './console.ts'
import { makeProfileScenario } from './profile-steps.ts'

/** Selects an option in a field of 'Por quê?'. */
async function ask(why: Locator, part: string, option: string): Promise<void> {
  await why.getByRole('combobox', { name: part, exact: true }).fill(option)
  await why.page().getByRole('option', { name: option, exact: true }).click()
}

test("'Por quê?' names the profile that grants access, and the missing link after a plan ends", async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const { company, module, plan, one, person } = await makeProfileScenario(portaria)
  const master = await world.master({}, company)
  const held = await world.function(
    module.id,
    { name: 'Pedidos', url: '/pedidos', accredited_enable: true },
    ['Aprovar'],
  )
  await portaria.sql.query(
    'insert into profile_functions (profile_id, function_id, module_id) values ($1, $2, $3)',
    [one.id, held.id, module.id],
  )
  await world.build.assign({
    userId: person.id,
    profileId: one.id,
    companyId: company.id,
    spid: '7101',
  })
  await enter(`/user-edit-profile?id=${person.id}`, master.email)
  const why = page.getByRole('region', { name: 'Por quê?' })
  const said = why.getByLabel('Resposta')
  await ask(why, 'Módulo', `${module.name} - ${module.service.name}`)
  await expect(said).toContainText('Permitido')
  await expect(said).toContainText(one.name)
  await expect(said).toContainText('Dá este acesso.')
  await ask(why, 'Função', 'Pedidos')
  await expect(said).toContainText('Permitido')
  await ask(why, 'Ação', 'Aprovar')
  await expect(said).toContainText('Não permitido')
  await expect(said).toContainText('O perfil não tem esta ação.')
  await why.getByRole('combobox', { name: 'SPID' }).click()
  await page.getByRole('option', { name: '7102' }).click()
  await expect(said).toContainText('O perfil vale para outro SPID.')

  await portaria.sql.query('update plans set active = false where id = $1', [plan])
  await page.reload()
  await ask(why, 'Módulo', `${module.name} - ${module.service.name}`)
  await expect(said).toContainText('Não permitido')
  await expect(said.getByRole('list', { name: 'O que falta' })).toHaveText(
    'Nenhum plano ativo dá este módulo à empresa.',
  )
})
