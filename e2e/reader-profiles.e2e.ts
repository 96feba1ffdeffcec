/** Screens of the console as profile 4 (Auditoria) sees them (decision 53). */
import { auditorProfileId, consoleModuleId } from '../contract/constants.ts'
import { expect, test } from './console.ts'
import { addUser } from './people-rows.ts'
import { choose } from './screen.ts'
import { longAgo } from './world.ts'

test('an auditor selects the company of delegations, and HOME names the company of seats', async ({
  page,
  portaria,
  world,
  enter,
  checkAxe,
}) => {
  const master = await world.master()
  const { company } = master
  const person = await addUser(portaria, [company])
  await world.build.delegation({
    userId: person.id,
    companyId: company.id,
    by: master.id,
    begin: new Date(longAgo),
    end: null,
  })
  const auditor = await world.visitor({ moduleId: consoleModuleId, profileId: auditorProfileId })

  await test.step('the selected company is in the URL', async () => {
    await enter('/master-delegation', auditor.email)
    const field = page.getByRole('combobox', { name: 'Empresa' })
    await expect(field).toHaveValue(auditor.company.name)
    await choose(page, 'Empresa', company.name)
    const row = page.getByRole('row', { name: person.name })
    await expect(row).toContainText(company.name)
    await expect(page).toHaveURL(new RegExp(`/master-delegation\\?companyId=${company.id}$`))
    await checkAxe()
    await page.reload()
    await expect(field).toHaveValue(company.name)
    await expect(row).toBeVisible()
    await expect(
      page.getByRole('main').getByRole('button', { name: /Remover|Salvar/ }),
    ).toHaveCount(0)
  })

  await test.step('HOME names the company of each module', async () => {
    await page.goto('/home')
    const seats = page.getByRole('region', { name: 'Licenças em uso' })
    await expect(seats).toContainText('Os módulos das empresas')
    await expect(seats.getByRole('link').first()).toHaveText(/ em /)
  })
})
