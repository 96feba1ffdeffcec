/** What HOME shows to each kind of user, with its links. */
import { masterProfileId } from '../contract/constants.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { makeWorker } from './people-rows.ts'
import { expectToFit } from './screen.ts'

const needs = 'O que precisa de você'

test('an administrator at HOME', async ({ page, portaria, world, enter, checkAxe }) => {
  await test.step('an administrator sees the open tasks, each with a link to its screen', async () => {
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
    const todo = page.getByRole('region', { name: needs })
    await expect(todo.getByRole('link', { name: /em espera por muitas tentativas/ })).toBeVisible()
    await expect(todo.getByRole('link', { name: module.name })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Empresa', exact: true }).last()).toBeVisible()
    const signIns = page.getByRole('region', { name: 'Entradas por dia' })
    await signIns.getByText('Ver os números').click()
    // A header row, and one row per day.
    await expect(signIns.getByRole('row')).toHaveCount(15)
    await checkAxe()
    for (const width of [360, 720, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page, width)
    }
    await todo.getByRole('link', { name: module.name }).click()
    await expect(page).toHaveURL(new RegExp(`/secret-management\\?moduleId=${module.id}`))
    await page.goBack()
    await todo.getByRole('link', { name: /em espera por muitas tentativas/ }).click()
    await expect(page.getByRole('cell', { name: '192.0.2.143' })).toBeVisible()
  })

  await test.step('an administrator sees late and due data requests, each with a link to its list', async () => {
    const { id, name } = await makeWorker(portaria, [await world.build.company()], {
      name: world.unique('Titular'),
    })
    await portaria.sql.query(
      `insert into data_requests (user_id, field, wanted, created_at, due_at)
       select $1, field, 'Outro.', now() + (due - 15) * interval '1 day', now() + due * interval '1 day'
       from (values ('name', -1000), ('email', 4)) as v (field, due)`,
      [id],
    )
    await follow(page, '/home')
    const todo = page.getByRole('region', { name: needs })
    await expect(todo.getByRole('heading', { name: needs })).toBeVisible()
    await expect(todo.getByRole('link', { name: `Nome de ${name}` })).toBeVisible()
    await expect(
      todo.getByRole('link', { name: /titular(es)? com prazo nos próximos 5 dias$/ }),
    ).toBeVisible()
    await todo.getByRole('link', { name: /em atraso: o prazo da lei terminou$/ }).click()
    await expect(page).toHaveURL(/\/data-request-list\?state=late$/)
    await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(1)
  })

  await test.step('a failed response can be retried, and the tiles stay visible meanwhile', async () => {
    await page.route('**/api/home', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/home')
    await expect(page.getByText('Não foi possível carregar o que precisa de você.')).toBeVisible()
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Usuário', exact: true }),
    ).toBeVisible()
    await page.unroute('**/api/home')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByRole('region', { name: 'Entradas por dia' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('a master user sees only users of the company, and changes by others', async ({
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
  const todo = page.getByRole('region', { name: needs })
  const idle = todo.getByRole('link', { name: '2 pessoas ativas sem acesso há mais de 90 dias' })
  await expect(idle).toBeVisible()
  await expect(page.getByRole('region', { name: 'Licenças em uso' })).toBeVisible()
  await checkAxe()
  await idle.click()
  await expect(page).toHaveURL(/\/user-list\?(?=.*status=2)(?=.*no_access=1)(?=.*invited=0)/)
  await expect(page.getByRole('row', { name: /Parada há Meses/ })).toHaveCount(2)
})

test('unnamed rows are linked if a list shows them', async ({ page, portaria, world, enter }) => {
  const company = await world.build.company()
  const { email } = await world.visitor({
    moduleId: 1,
    profileId: masterProfileId,
    companies: [company],
  })
  for (let n = 0; n < 4; n++) {
    const { id } = await makeWorker(portaria, [company], { name: 'Convidada Há Meses' })
    await portaria.sql.query('delete from passwords where user_id = $1', [id])
    await portaria.sql.query(
      `update users set created_at = now() - interval '100 days', last_access_at = null where id = $1`,
      [id],
    )
  }
  await enter('/home', email)
  const todo = page.getByRole('region', { name: needs })
  await expect(
    todo.getByText('4 pessoas convidadas há mais de 7 dias ainda não entraram'),
  ).toBeVisible()
  // No user is counted twice.
  await expect(todo.getByText(/sem acesso há mais de 90 dias/)).toHaveCount(0)
  await todo.getByRole('link', { name: 'e mais 1' }).click()
  await expect(page).toHaveURL(/\/user-list\?(?=.*status=2)(?=.*invited=1)/)
  await expect(page.getByRole('row', { name: /Convidada Há Meses/ })).toHaveCount(4)
  await expect(page.getByLabel('Primeiro acesso')).toHaveValue('1')
})

test("a user without screens sees only their own password's expiry, or that there is nothing to do", async ({
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
})
