/** What HOME tells whom, and where it leads. */
import { masterProfileId } from '../contract/constants.ts'
import { expect, test } from './console.ts'
import { makeWorker } from './people-rows.ts'
import { expectToFit } from './screen.ts'

const needs = 'O que precisa de você'

test('an administrator is told what waits, each one click from its screen', async ({
  page,
  portaria,
  world,
  enter,
  checkAxe,
}) => {
  await portaria.sql.query(
    `insert into rate_limits (key, points, expire)
     values ('failures:password:network:192.0.2.143', 1000, extract(epoch from now()) * 1000 + 3600000)`,
  )
  const module = await world.module()
  await world.build.moduleSecret(module.id, 1)
  await portaria.sql.query(
    `update module_secrets set created_at = '2019-03-04', last_used_at = now() where module_id = $1`,
    [module.id],
  )
  const { id, email } = await world.administrator()
  await portaria.sql.query('update users set name = $1 where id = $2', ['Ana'.repeat(50), id])
  await enter('/home', email)
  const told = page.getByRole('region', { name: needs })
  await expect(told.getByRole('link', { name: /em espera por muitas tentativas/ })).toBeVisible()
  await expect(told.getByRole('link', { name: module.name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Empresa', exact: true }).last()).toBeVisible()
  const signIns = page.getByRole('region', { name: 'Entradas por dia' })
  await signIns.getByText('Ver os números').click()
  // A line of titles, and one a day.
  await expect(signIns.getByRole('row')).toHaveCount(15)
  await checkAxe()
  for (const width of [360, 720, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectToFit(page, width)
  }
  await told.getByRole('link', { name: module.name }).click()
  await expect(page).toHaveURL(new RegExp(`/secret-management\\?moduleId=${module.id}`))
  await page.goBack()
  await told.getByRole('link', { name: /em espera por muitas tentativas/ }).click()
  await expect(page.getByRole('cell', { name: '192.0.2.143' })).toBeVisible()
})

test('a master user is told of the people of the company and of no other, and of changes by others', async ({
  page,
  portaria,
  world,
  enter,
  checkAxe,
}) => {
  const [company, elsewhere] = [await world.build.company(), await world.build.company()]
  const master = await world.visitor({
    moduleId: 1,
    profileId: masterProfileId,
    companies: [company],
  })
  for (const of of [company, company, elsewhere]) {
    const { id } = await makeWorker(portaria, [of], { name: 'Parada há Meses' })
    await portaria.sql.query(
      `update users set last_access_at = now() - interval '100 days' where id = $1`,
      [id],
    )
  }
  await enter('/home', master.email)
  const told = page.getByRole('region', { name: needs })
  const idle = told.getByRole('link', { name: '2 pessoas ativas sem acesso há mais de 90 dias' })
  await expect(idle).toBeVisible()
  await expect(page.getByRole('region', { name: 'Licenças em uso' })).toBeVisible()
  await checkAxe()
  await idle.click()
  await expect(page).toHaveURL(/\/user-list\?(?=.*status=2)(?=.*no_access=1)/)
  await expect(page.getByRole('row', { name: /Parada há Meses/ })).toHaveCount(2)
})

test('who holds no screen is told of their own password, and else that nothing asks for them', async ({
  page,
  portaria,
  viewer,
  enter,
  checkAxe,
}) => {
  const { id, email } = await viewer([])
  await enter('/home', email)
  await expect(page.getByText('Nada pede a sua atenção agora.')).toBeVisible()
  await checkAxe()
  await portaria.sql.query(
    `update passwords set created_at = now() - interval '80 days' where user_id = $1`,
    [id],
  )
  await page.reload()
  await expect(page.getByRole('link', { name: /^Sua senha expira em / })).toBeVisible()
  await checkAxe()
})

test('an answer that fails can be asked for again, and the tiles stand meanwhile', async ({
  page,
  enter,
}) => {
  await page.route('**/api/home', (route) => route.fulfill({ status: 500, body: '{}' }))
  await enter('/home')
  await expect(page.getByText('Não foi possível carregar o que precisa de você.')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Usuário', exact: true }),
  ).toBeVisible()
  await page.unroute('**/api/home')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('region', { name: 'Entradas por dia' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})
