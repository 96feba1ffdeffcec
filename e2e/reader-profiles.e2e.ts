/** Screens of the console as profiles 3 (Suporte) and 4 (Auditoria) see them (decision 53). */
import {
  administratorProfileId,
  auditorProfileId,
  consoleModuleId,
  supportProfileId,
} from '../contract/constants.ts'
import { expect, test } from './console.ts'
import { makeWorker } from './people-rows.ts'
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
  const person = await makeWorker(portaria, [company])
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

test('support sees no panel without choices and no note about actions it lacks', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const support = await world.visitor({ moduleId: consoleModuleId, profileId: supportProfileId })
  const why = page.getByRole('region', { name: 'Por quê?' })

  await test.step('a user of another company has no why panel', async () => {
    const { id } = await makeWorker(portaria, [await world.build.company()])
    await enter(`/user-edit?id=${id}`, support.email)
    await expect(page.getByRole('region', { name: 'Sessões ativas' })).toBeVisible()
    await expect(why).toHaveCount(0)
    await expect(page.getByText('O e-mail não muda depois do primeiro acesso.')).toHaveCount(0)
  })

  await test.step('the note of a deleted user does not suggest activation', async () => {
    const { id } = await makeWorker(portaria, [support.company], { deleted: true })
    await page.goto(`/user-edit?id=${id}`)
    await expect(page.getByText('Este usuário está excluído.', { exact: true })).toBeVisible()
  })

  await test.step('an administrator of the same company has the panel, and no note about blocking', async () => {
    const { id } = await makeWorker(portaria, [support.company])
    await world.build.assign({
      userId: id,
      profileId: administratorProfileId,
      companyId: support.company.id,
    })
    await page.goto(`/user-edit?id=${id}`)
    await expect(why).toBeVisible()
    await expect(page.getByText('Esta pessoa pode mais do que você')).toHaveCount(0)
  })
})
