/** Seats and seat holders of a company (issue 11). */
import { expect, test } from './console.ts'
import { addUser } from './people-rows.ts'
import { choose, crumbs } from './screen.ts'

test('the seats of a company, for each kind of user', async ({
  page,
  portaria,
  world,
  enter,
  viewer,
  checkAxe,
}) => {
  await test.step("a master user sees free seats and holders of each module, and opens a holder's profiles", async () => {
    const module = await world.module()
    const profile = await world.profile(module.id, { accredited_enable: true })
    const master = await world.master()
    const { company } = master
    await world.build.plan({ companyId: company.id, moduleId: module.id, seats: 3 })
    const person = await addUser(portaria, [company])
    await world.build.assign({ userId: person.id, profileId: profile.id, companyId: company.id })

    await enter('/user-list', master.email)
    await page.getByRole('link', { name: 'Licenças' }).click()
    await expect(crumbs(page)).toHaveText(['Usuários', 'Licenças'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Licenças')
    await expect(page.getByRole('main')).toContainText(company.name)
    // Only administrators can select other companies.
    await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveCount(0)
    const seats = page.getByRole('region', { name: 'Planos e licenças' })
    const ofModule = seats
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: module.name }) })
    await expect(ofModule).toContainText('1 de 3 licenças em uso · 2 livres')
    await ofModule.getByRole('button', { name: `Quem usa ${module.name}` }).click()
    const people = seats.getByRole('list', { name: `Pessoas que usam ${module.name}` })
    await expect(people).toContainText(`${profile.name} · nunca usado · nunca acessou`)
    await checkAxe()
    await people.getByRole('link', { name: person.name }).click()
    await expect(page).toHaveURL(new RegExp(`/user-edit-profile\\?id=${person.id}$`))
  })

  await test.step("another company's id in the URL has no effect for a master user", async () => {
    const module = await world.module()
    const other = await world.build.company()
    await world.build.plan({ companyId: other.id, moduleId: module.id })
    const master = await world.master()
    await enter(`/user-seats?companyId=${other.id}`, master.email)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Gestão de Acesso' })).toBeVisible()
    await expect(main).toContainText(master.company.name)
    await expect(main).not.toContainText(module.name)
  })

  await test.step("an operator's users see the seat holders on the company form, and open their profiles", async () => {
    const module = await world.module()
    const profile = await world.profile(module.id, { accredited_enable: true })
    const { company, email } = await viewer(['/company-form', '/user-edit-profile'], module.id)
    const person = await addUser(portaria, [company])
    await world.build.assign({ userId: person.id, profileId: profile.id, companyId: company.id })
    await enter(`/company-form?id=${company.id}&tab=seats`, email)
    const seats = page.getByRole('region', { name: 'Planos e licenças' })
    await seats.getByRole('button', { name: `Quem usa ${module.name}` }).click()
    const people = seats.getByRole('list', { name: `Pessoas que usam ${module.name}` })
    await expect(people).toContainText(`${profile.name} · nunca usado · nunca acessou`)
    await people.getByRole('link', { name: person.name }).click()
    await expect(page).toHaveURL(new RegExp(`/user-edit-profile\\?id=${person.id}$`))
  })

  await test.step('an administrator selects the company, which is kept in the URL', async () => {
    const module = await world.module()
    const company = await world.build.company()
    await world.build.plan({ companyId: company.id, moduleId: module.id, seats: 5 })
    await enter('/user-seats')
    const field = page.getByRole('combobox', { name: 'Empresa' })
    await expect(field).not.toHaveValue('')
    await choose(page, 'Empresa', company.name)
    const seats = page.getByRole('region', { name: 'Planos e licenças' })
    await expect(seats).toContainText('0 de 5 licenças em uso · 5 livres')
    await expect(page).toHaveURL(new RegExp(`/user-seats\\?companyId=${company.id}$`))
    await page.reload()
    await expect(field).toHaveValue(company.name)
    await expect(seats).toContainText('0 de 5 licenças em uso · 5 livres')
  })
})
