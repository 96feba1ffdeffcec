/** Invitations to companies, from the mail to the answer. */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { companiesOf, heading, addUser } from './people-rows.ts'
import { answer, chooseFromUserMenu, crumbs, expectToFit, toast } from './screen.ts'
import type { Portaria } from './portaria.ts'
import { passSignIn } from './sign-in-steps.ts'

const none = 'Nenhum convite para responder.'

/** Creates a company that invites a user. */
async function invite({ world, sql }: Portaria, userId: number, by: number) {
  const company = await world.build.company()
  await sql.query(
    `insert into company_invitations (user_id, company_id, invited_by, created_at, expires_at)
     values ($1, $2, $3, now(), now() + interval '7 days')`,
    [userId, company.id, by],
  )
  return company
}

test.describe('/company-invitations', () => {
  test('invitations are answered', async ({ page, portaria, world, enter, checkAxe }) => {
    const person = await world.master()
    await test.step('one is accepted and another declined, and the list is empty afterwards', async () => {
      const { id: by } = await world.person()
      const accepted = await invite(portaria, person.id, by)
      const unwanted = await invite(portaria, person.id, by)
      await enter('/home', person.email)
      await chooseFromUserMenu(page, 'Convites de empresas')
      await expect(heading(page, 'Convites de empresas')).toBeVisible()
      await expect(crumbs(page)).toHaveText(['Convites de empresas'])
      await expect(heading(page, accepted.name)).toBeVisible()
      await checkAxe()
      await page.setViewportSize({ width: 360, height: 740 })
      await expectToFit(page, 360)
      await page.getByRole('button', { name: `Aceitar: ${accepted.name}` }).press('Enter')
      await expect(
        toast(page, 'Convite aceito. A empresa já pode dar perfis a você.'),
      ).toBeVisible()
      await expect(heading(page, accepted.name)).toHaveCount(0)
      await expect(heading(page, 'Convites de empresas')).toBeFocused()
      await page.getByRole('button', { name: `Recusar: ${unwanted.name}` }).click()
      await answer(page, 'Deseja realmente recusar o convite?', false)
      await expect(heading(page, unwanted.name)).toBeVisible()
      await page.getByRole('button', { name: `Recusar: ${unwanted.name}` }).click()
      await answer(page, 'Deseja realmente recusar o convite?', true)
      await expect(toast(page, 'Convite recusado.')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: none })).toBeVisible()
      expect(await companiesOf(portaria, person.id)).toEqual([accepted.id])
    })

    await test.step('an invitation that was answered or expired in the meantime is reported', async () => {
      const company = await invite(portaria, person.id, (await world.person()).id)
      await follow(page, '/company-invitations')
      await expect(heading(page, company.name)).toBeVisible()
      await portaria.sql.query(
        `update company_invitations set expires_at = now() - interval '1 hour', created_at = now() - interval '2 hours'
         where user_id = $1`,
        [person.id],
      )
      await page.getByRole('button', { name: `Aceitar: ${company.name}` }).click()
      await expect(
        toast(page, 'Convite não encontrado. Ele pode já ter vencido ou sido respondido.'),
      ).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: none })).toBeVisible()
    })
  })

  test("the sign-in redirects here from the mail's link", async ({ page, portaria, world }) => {
    const person = await addUser(portaria, [await world.build.company()])
    await invite(portaria, person.id, (await world.person()).id)
    await page.goto('/company-invitations')
    await expect(page).toHaveURL(/\/auth/)
    await passSignIn(page, portaria, person.email)
    await expect(heading(page, 'Convites de empresas')).toBeVisible()
  })
})
