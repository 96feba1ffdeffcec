/** 'Igual a …': copies the profiles of another user as a difference to review before saving (decision 31). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { addUser } from './people-rows.ts'
import type { Portaria } from './portaria.ts'
import { confirmIdentity, expectToFit, proofDialog, save, toast } from './screen.ts'
import type { Person } from './world.ts'

const summary = (page: Page) => page.getByLabel('Igual a outra pessoa')
const totals = (page: Page) => page.getByLabel('Perfis desta pessoa')
const tableRows = (page: Page) => page.getByRole('table', { name: 'Perfis' }).getByRole('rowheader')

/** Selects the user to copy from. */
async function choose(page: Page, { email, name }: Person): Promise<void> {
  await page.getByRole('combobox', { name: 'Igual a …' }).fill(email)
  await page.getByRole('option', { name: `${name} - ${email}` }).click()
}

/** Creates a company with a module, two profiles, and two users who each hold one of them. */
async function pair(portaria: Portaria) {
  const { world } = portaria
  const company = await world.build.company({ spids: ['7101'] })
  const module = await world.module()
  await world.build.plan({ companyId: company.id, moduleId: module.id, seats: 9 })
  const shown = { accredited_enable: true }
  const one = await world.profile(module.id, shown)
  const other = await world.profile(module.id, shown)
  const person = await addUser(portaria, [company])
  const model = await addUser(portaria, [company])
  await world.build.assign({ userId: person.id, profileId: other.id, companyId: company.id })
  await world.build.assign({ userId: model.id, profileId: one.id, companyId: company.id })
  const held = async () => {
    const { rows } = await portaria.sql.query<{ profile_id: number }>(
      'select profile_id from user_profiles where user_id = $1 order by profile_id',
      [person.id],
    )
    return rows.map(({ profile_id }) => profile_id)
  }
  return { company, module, one, other, person, model, held }
}

test.describe('Igual a …', () => {
  test('shows given and taken profiles in the table without saving, and is saved like any selection', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const { one, other, person, model, held } = await pair(portaria)
    await enter(`/user-edit-profile?id=${person.id}`)
    await choose(page, model)
    const removing = page.getByLabel('Também retirar o que a outra pessoa não tem')
    await expect(removing).not.toBeChecked()
    await expect(totals(page)).toHaveText('2 perfis, 2 atribuições · +1')
    await removing.check()
    await expect(summary(page)).toContainText(
      `Igual a ${model.name}: 1 atribuição a dar, 1 a retirar. Nada foi salvo ainda`,
    )
    await expect(totals(page)).toHaveText('1 perfil, 1 atribuição · +1, −1')
    await expect(tableRows(page)).toHaveText([
      new RegExp(`${other.name}.*−1`),
      new RegExp(`${one.name}.*\\+1`),
    ])
    await checkAxe()
    expect(await held()).toEqual([other.id])

    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(page.getByRole('combobox', { name: 'Igual a …' })).toBeFocused()
    await expect(totals(page)).toHaveText('1 perfil, 1 atribuição')
    await expect(summary(page)).toBeEmpty()

    await choose(page, model)
    await expect(totals(page)).toHaveText('1 perfil, 1 atribuição · +1, −1')
    await save(page)
    const proof = proofDialog(page)
    await expect(proof).toContainText('+1 perfil')
    await expect(proof).toContainText('−1 perfil')
    await confirmIdentity(page)
    await expect(toast(page, 'Perfis atualizados com sucesso!')).toBeVisible()
    expect(await held()).toEqual([one.id])
  })

  test('offers a master user only users of their company, and lists the profiles that cannot be given', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const { company, module, one, person, model } = await pair(portaria)
    const hidden = await world.profile(module.id, { accredited_enable: false })
    await world.build.assign({ userId: model.id, profileId: hidden.id, companyId: company.id })
    const stranger = await addUser(portaria, [await world.build.company()])
    const master = await world.master({}, company)
    await page.setViewportSize({ width: 360, height: 740 })
    await enter(`/user-edit-profile?id=${person.id}`, master.email)
    await page.getByRole('combobox', { name: 'Igual a …' }).fill(stranger.email)
    await expect(page.getByText('Nada encontrado.').filter({ visible: true })).toBeVisible()
    await choose(page, model)
    await page.getByLabel('Também retirar o que a outra pessoa não tem').check()
    await expect(summary(page)).toContainText('1 atribuição a dar, 1 a retirar')
    await expect(summary(page).getByRole('listitem')).toHaveText(
      `${hidden.name} - ${module.name}, todos os SPIDs - ${company.name}: não pode ser dado por você a esta pessoa.`,
    )
    await expect(page.getByRole('row', { name: one.name })).toContainText('+1')
    await expectToFit(page, 360)
  })
})
