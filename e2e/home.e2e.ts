/** The counts at HOME and the lists that they link to. */
import { masterProfileId } from '../contract/constants.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { addUser } from './people-rows.ts'

test('a master user sees only users of the company, and each count links to a list with these users', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const [company, elsewhere] = [await world.build.company(), await world.build.company()]
  const master = await world.visitor({
    moduleId: 1,
    profileId: masterProfileId,
    companies: [company],
  })
  for (const of of [company, company, elsewhere]) {
    const { id } = await addUser(portaria, [of], { name: 'Parada há Meses' })
    await portaria.sql.query(
      `update users set last_access_at = now() - interval '100 days' where id = $1`,
      [id],
    )
  }
  for (let n = 0; n < 4; n++) {
    const { id } = await addUser(portaria, [company], { name: 'Convidada Há Meses' })
    await portaria.sql.query('delete from passwords where user_id = $1', [id])
    await portaria.sql.query(
      `update users set created_at = now() - interval '100 days', last_access_at = null where id = $1`,
      [id],
    )
  }
  await enter('/home', master.email)
  const todo = page.getByRole('region', { name: 'O que precisa de você' })
  // No user is counted twice.
  await todo.getByRole('link', { name: '2 pessoas ativas sem acesso há mais de 90 dias' }).click()
  await expect(page).toHaveURL(/\/user-list\?(?=.*status=2)(?=.*no_access=1)(?=.*invited=0)/)
  await expect(page.getByRole('row', { name: /Parada há Meses/ })).toHaveCount(2)
  await follow(page, '/home')
  await expect(
    todo.getByText('4 pessoas convidadas há mais de 7 dias ainda não entraram'),
  ).toBeVisible()
  await todo.getByRole('link', { name: 'e mais 1' }).click()
  await expect(page).toHaveURL(/\/user-list\?(?=.*pending=invitation)/)
  await expect(page.getByRole('row', { name: /Convidada Há Meses/ })).toHaveCount(4)
  await expect(page.getByLabel('Pendência')).toHaveValue('invitation')
})
