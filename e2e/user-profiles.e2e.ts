/** A user's profiles: the table of profiles, companies and SPIDs, and seats (console.md §2, §8; decision 30). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { takeNext } from './keyboard.ts'
import { addUser } from './people-rows.ts'
import type { Portaria } from './portaria.ts'
import { makeProfileScenario, pairsOf, toggle } from './profile-steps.ts'
import {
  alert,
  answer,
  confirmIdentity,
  crumbs,
  nothing,
  proofDialog,
  save,
  search,
  toast,
} from './screen.ts'
import type { Person } from './world.ts'

const limit = 'Limite de usuários neste plano excedido'
const unexpected = 'Erro inesperado, se o erro persistir contate o administrador do sistema.'

/** Returns a user's profiles with their SPIDs. */
async function heldBy({ sql }: Portaria, { id }: Person) {
  const { rows } = await sql.query<{ profile_id: number; spid: string | null }>(
    'select profile_id, spid from user_profiles where user_id = $1 order by profile_id, spid',
    [id],
  )
  return rows.map(({ profile_id, spid }) => [profile_id, spid])
}

/** Collects the writes that the page sends, by method. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user-profile')) sent.push(request.method())
  })
  return sent
}

test.describe('/user-edit-profile', () => {
  test('gives profiles, and refuses without free seats', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    await test.step('gives profiles for SPIDs and sends only the difference, showing seats and effect', async () => {
      const { company, module, one, other, person } = await makeProfileScenario(portaria)
      const sent = sentBy(page)
      await enter(`/user-edit-profile?id=${person.id}`)
      await expect(page.getByRole('heading', { name: 'Perfis do usuário' })).toBeVisible()
      await expect(page.getByText(`${person.name} · ${person.email}`)).toBeVisible()
      await expect(crumbs(page).last()).toHaveText('Perfis')
      await save(page)
      await expect(toast(page, 'Nenhum dado foi alterado!')).toBeVisible()

      const row = page.getByRole('row', { name: one.name })
      await expect(row.getByRole('rowheader')).toHaveText(
        `${one.name} - ${module.service.name} - ${module.name}`,
      )
      await pairsOf(page, one).click()
      const option = page.getByRole('option', { name: `7101 - ${company.name} - ` })
      await expect(option).toContainText('0 de 9 licenças em uso · 9 livres')
      await option.click()
      await page.keyboard.press('Escape')
      await checkAxe()
      await expect(row.getByRole('list', { name: /Licenças/ })).toHaveText(
        `${company.name}: 1 de 9 licenças em uso · 8 livres`,
      )
      await toggle(page, other, '7102')
      await expect(page.getByLabel('Perfis desta pessoa')).toHaveText(
        '2 perfis, 2 atribuições · +2',
      )
      await save(page)
      const modal = proofDialog(page)
      await expect(modal).toContainText('+2 perfis')
      await expect(modal).toContainText(`Passa a acessar: ${module.name} (${company.name})`)
      await confirmIdentity(page)
      await expect(toast(page, 'Perfis atualizados com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await heldBy(portaria, person)).toEqual([
        [one.id, '7101'],
        [other.id, '7102'],
      ])

      await follow(page, `/user-edit-profile?id=${person.id}`)
      await toggle(page, one, '7101')
      await toggle(page, one, '7102')
      await save(page)
      await expect(modal).toContainText('+1 perfil')
      await expect(modal).toContainText('−1 perfil')
      await expect(modal).toContainText(
        `Perde o acesso imediatamente: ${module.name} (${company.name}, SPID 7101)`,
      )
      await confirmIdentity(page)
      await expect(toast(page, 'Perfis atualizados com sucesso!')).toBeVisible()
      await follow(page, `/user-edit-profile?id=${person.id}`)
      await toggle(page, one, '7102')
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Perfis atualizados com sucesso!')).toBeVisible()
      expect(sent).toEqual(['POST', 'PUT', 'DELETE'])
      expect(await heldBy(portaria, person)).toEqual([[other.id, '7102']])
    })

    await test.step('shows a lack of seats on selection, and refuses before the identity confirmation', async () => {
      const { company, module, one, person } = await makeProfileScenario(portaria, 1)
      const { id: userId } = await addUser(portaria, [company])
      await portaria.world.build.assign({ userId, profileId: one.id, companyId: company.id })
      await follow(page, `/user-edit-profile?id=${person.id}`)
      await toggle(page, one, '7101')
      await expect(alert(page, limit)).toContainText(
        `${module.name} (${company.name}): a única licença está em uso.`,
      )
      await checkAxe()
      await save(page)
      await expect(toast(page, limit)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await toggle(page, one, '7101')
      await expect(alert(page, 'a única licença')).toHaveCount(0)
      expect(await heldBy(portaria, person)).toEqual([])
    })
  })

  test('filters, selects and reports refusals', async ({ page, portaria, world, enter }) => {
    await test.step('filters held profiles, and searches by service, module and name', async () => {
      const { company, one, other, person } = await makeProfileScenario(portaria)
      const elsewhere = await world.module()
      await world.grantModule(person, company.id, elsewhere.id)
      await enter(`/user-edit-profile?id=${person.id}`)
      const listed = page.getByRole('rowheader')
      // Held profiles come first.
      await expect(listed.first()).toContainText(elsewhere.name)
      await page.getByLabel('Mostrar perfis').selectOption('Só os que a pessoa tem')
      await expect(listed).toHaveCount(1)
      await page.getByLabel('Mostrar perfis').selectOption('Todos os perfis')
      await page.getByLabel('Serviço', { exact: true }).selectOption(elsewhere.service.name)
      await expect(listed).toHaveCount(1)
      await page.getByLabel('Serviço', { exact: true }).selectOption('Todos os serviços')
      await search(page).fill(other.name.toUpperCase())
      await expect(listed).toHaveCount(1)
      await expect(listed).toContainText(other.name)
      await search(page).fill('não há')
      await expect(page.getByText(nothing)).toBeVisible()
      await search(page).fill('')
      await expect(listed.filter({ hasText: one.name })).toBeVisible()
    })

    await test.step('works by keyboard, and asks before a selection is lost', async () => {
      const { one, person } = await makeProfileScenario(portaria)
      await follow(page, `/user-edit-profile?id=${person.id}`)
      await expect(search(page)).toBeFocused()
      await pairsOf(page, one).focus()
      await page.keyboard.type('7102')
      await takeNext(page)
      await page.keyboard.press('Escape')
      await expect(page.getByLabel('Perfis desta pessoa')).toContainText('+1')
      await page.getByRole('button', { name: 'Cancelar' }).press('Enter')
      await answer(page, 'Deseja realmente cancelar a operação?', false)
      await page.getByRole('button', { name: 'Salvar' }).press('Enter')
      await confirmIdentity(page)
      await expect(toast(page, 'Perfis atualizados com sucesso!')).toBeVisible()
      expect(await heldBy(portaria, person)).toEqual([[one.id, '7102']])
    })

    await test.step('reports a refusal with the message of the operation, and keeps the selection', async () => {
      const { company, one, other, person } = await makeProfileScenario(portaria)
      await portaria.world.build.assign({
        userId: person.id,
        profileId: one.id,
        companyId: company.id,
      })
      await follow(page, `/user-edit-profile?id=${person.id}`)
      await page.getByRole('button', { name: 'Todos os perfis (1)' }).click()
      await page.route('**/api/user-profile', (route) => route.abort())
      await toggle(page, other, '7101')
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, unexpected)).toBeVisible()
      await expect(page.getByLabel('Perfis desta pessoa')).toContainText('+1')
      await toggle(page, other, '7101')
      await toggle(page, one, 'Todos os SPIDs')
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Erro ao atualizar pefis!')).toBeVisible()
      await page.unroute('**/api/user-profile')
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Perfis atualizados com sucesso!')).toBeVisible()
      expect(await heldBy(portaria, person)).toEqual([])
    })

    await test.step('redirects to the list if the user does not exist', async () => {
      await follow(page, '/user-edit-profile?id=2147483647')
      await expect(toast(page, 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
      await follow(page, '/user-edit-profile')
      await expect(page).toHaveURL(/\/user-list$/)
    })
  })

  test('a read-only user cannot save', async ({ page, portaria, viewer, enter }) => {
    const { module } = await makeProfileScenario(portaria)
    const reader = await viewer(['/user-edit-profile'], module.id)
    const person = await addUser(portaria, [reader.company])
    await enter(`/user-edit-profile?id=${person.id}`, reader.email)
    await expect(page.getByText(person.email)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Voltar' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
  })
})
