/** What a delegate is not offered, and which accounts are outside a delegate's scope (decision 52). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { addUser } from './people-rows.ts'
import { expectToFit, inLightAndDark, row } from './screen.ts'

const why =
  'Quem atua por delegação não concede acessos. Peça a quem tem este acesso em perfil próprio.'
const above =
  'Esta pessoa pode mais do que você na Gestão de Acesso: só quem tem os mesmos acessos, ou um administrador, bloqueia, exclui ou desvincula a conta, ou muda o e-mail dela.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a delegate sees why no access can be granted, and can only remove access', async ({
  page,
  portaria,
  world,
  enter,
  checkAxe,
}) => {
  test.slow()
  const { sql } = portaria
  const master = await world.master()
  const { company } = master
  const ana = await addUser(portaria, [company], { name: world.unique('Ana Delegada') })
  const bia = await addUser(portaria, [company], { name: world.unique('Bia Colega') })
  const cida = await addUser(portaria, [company], {
    name: world.unique('Cida Bloqueada'),
    blocked: true,
  })
  await sql.query('insert into user_companies (user_id, company_id) values ($1, $2)', [
    master.id,
    company.id,
  ])
  const { rows: screens } = await sql.query<{ id: number; name: string }>(
    `select id, name from functions where module_id = 1 and url = '/user-list'`,
  )
  const profile = await world.profile(1, { company_id: company.id }, screens)
  await world.build.assign({ userId: bia.id, profileId: profile.id, companyId: company.id })
  await sql.query(
    `with created as (
       insert into delegations (user_id, company_id, delegated_by, begin_at) values ($1, $2, $3, now()) returning id)
     insert into delegation_profiles (delegation_id, profile_id) select id, 8 from created`,
    [ana.id, company.id, master.id],
  )
  await enter('/profile-create', ana.email)
  const look = async (name: string) => {
    await expect(page.getByText(why)).toBeVisible()
    await checkAxe()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page, width)
      let scheme = 'light'
      await inLightAndDark(page, `${name} at ${width}`, async () => {
        await page.screenshot({ path: `test-results/delegate/${name}-${width}-${scheme}.png` })
        scheme = 'dark'
      })
    }
  }

  await test.step('no new profile', async () => {
    await look('profile-create')
    await expect(button(page, 'Salvar')).toHaveCount(0)
  })
  await test.step('no deleted profile can be activated', async () => {
    const deleted = await world.profile(1, { company_id: company.id, active: false })
    await follow(page, `/profile-edit?id=${deleted.id}`)
    await look('profile-edit')
    await expect(button(page, 'Ativar perfil')).toHaveCount(0)
  })
  await test.step('functions of a profile can be removed, but not added', async () => {
    await follow(page, `/profile-edit-function?id=${profile.id}`)
    await look('profile-edit-function')
    await expect(button(page, 'Salvar')).toBeVisible()
  })
  await test.step('profiles of a user can be taken, but not given', async () => {
    await follow(page, `/user-edit-profile?id=${bia.id}`)
    await look('user-edit-profile')
    await expect(page.getByRole('combobox', { name: 'Igual a …' })).toHaveCount(0)
    await expect(button(page, 'Salvar')).toBeVisible()
  })
  await test.step('no user can be unblocked', async () => {
    await follow(page, `/user-edit?id=${cida.id}`)
    await look('user-edit')
    await expect(button(page, 'Desbloquear usuário')).toHaveCount(0)
    await button(page, 'Mais ações').click()
    await expect(page.getByRole('menuitem', { name: 'Excluir usuário' })).toBeVisible()
  })
  await test.step('no token can be created', async () => {
    await follow(page, `/token-management?id=${bia.id}`)
    await look('token-management')
    await expect(button(page, 'Gerar novo token')).toHaveCount(0)
  })
  await test.step('no user import', async () => {
    await follow(page, '/user-import')
    await look('user-import')
  })
  await test.step('several users can be blocked, but given nothing', async () => {
    await follow(page, '/user-list')
    await row(page, cida.name).getByRole('checkbox').check()
    await look('user-list')
    await expect(button(page, 'Excluir')).toBeVisible()
    for (const name of ['Dar perfil', 'Desbloquear'])
      await expect(button(page, name)).toHaveCount(0)
  })
  await test.step("the delegate cannot change the delegator's account", async () => {
    await follow(page, `/user-edit?id=${master.id}`)
    await expect(page.getByText(above)).toBeVisible()
    await button(page, 'Mais ações').click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    for (const name of ['Bloquear usuário', 'Excluir usuário', 'Desvincular da empresa'])
      await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 800 })
    await page.screenshot({ path: 'test-results/delegate/above.png' })
  })
})
