/** Actions on several selected users with one confirmed write (decision 31). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { button, field, addUser, stored } from './people-rows.ts'
import type { Portaria } from './portaria.ts'
import { confirmIdentity, expectToFit, pager, proofDialog, row, rows, toast } from './screen.ts'
import type { Person } from './world.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Usuários selecionados' })
const box = (page: Page, { name }: Person) =>
  page.getByRole('checkbox', { name: `Selecionar: ${name}` })
const wholePage = (page: Page) =>
  page.getByRole('checkbox', { name: 'Selecionar todos desta página' })
const action = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })

/** Creates users of one company with a unique word in their names, in list order. */
async function team(portaria: Portaria, count: number) {
  const company = await portaria.world.build.company({ spids: ['7101', '7102'] })
  const word = `Equipe${lettersOf(company.id)}`
  const people: Person[] = []
  for (let index = 0; index < count; index++) {
    const name = `${lettersOf(index + 1)} ${word}`
    people.push(await addUser(portaria, [company], { name }))
  }
  return { company, word, people }
}

/** Encodes a number as letters in alphabetical order, because name searches accept only letters. */
const lettersOf = (number: number) =>
  String(number)
    .padStart(3, '0')
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
    .replace(/^./, (first) => first.toUpperCase())

const addressOf = (word: string, more = '') => `/user-list?name=${word}${more}`

/** Returns the status of these users in the database. */
async function statesOf(portaria: Portaria, people: readonly Person[]): Promise<string[]> {
  const all = await Promise.all(people.map(({ email }) => stored(portaria, email)))
  return all.map((one) => `${one?.active} ${one?.suspended}`)
}

// The window is tall enough for the whole list, so that sticky bars cover no row.
test.use({ viewport: { width: 1280, height: 1600 } })

test.describe('several selected users', () => {
  test('are all changed or none, with a preview of the effect', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    test.slow()
    await test.step('are blocked, unblocked and deleted by one write each, with names, effect and one confirmation', async () => {
      const { word, people } = await team(portaria, 5)
      const [ana, bia, ...others] = people as [Person, Person, ...Person[]]
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/many'))
          sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
      })
      await enter(addressOf(word))
      await expect(rows(page)).toHaveCount(5)
      await expect(bar(page)).toHaveCount(0)
      await wholePage(page).check()
      await box(page, bia).uncheck()
      await expect(wholePage(page)).not.toBeChecked()
      await expect(bar(page).getByLabel('Quantos')).toHaveText('4 selecionados')
      await checkAxe()
      await action(page, 'Bloquear').click()
      const question = page.getByRole('dialog', {
        name: 'Deseja mesmo bloquear os usuários selecionados?',
      })
      await expect(question).toContainText('Bloquear 4 usuários')
      await expect(question).toContainText('Por enquanto, ninguém ganha nem perde acesso com isso.')
      await expect(question.getByText(`${ana.name} (${ana.email})`)).toBeVisible()
      await checkAxe()
      await confirmIdentity(page, 'Deseja mesmo bloquear os usuários selecionados?')
      await expect(toast(page, '4 usuários bloqueados com sucesso!')).toBeVisible()
      await expect(row(page, ana.name)).toContainText('Bloqueado')
      await expect(bar(page)).toHaveCount(0)
      expect(await statesOf(portaria, [ana, bia, ...others])).toEqual([
        'true true',
        'true false',
        ...others.map(() => 'true true'),
      ])

      // Of the selected users, only the blocked one is named and unblocked.
      await box(page, ana).check()
      await box(page, bia).check()
      await action(page, 'Desbloquear').click()
      const unblocking = 'Deseja mesmo desbloquear os usuários selecionados?'
      const unblock = page.getByRole('dialog', { name: unblocking })
      await expect(unblock).toContainText(
        'Desbloquear 1 usuário. O outro selecionado fica como está.',
      )
      await expect(unblock.getByText(`${ana.name} (${ana.email})`)).toBeVisible()
      await confirmIdentity(page, unblocking)
      await expect(toast(page, '1 usuário desbloqueado com sucesso!')).toBeVisible()
      await expect(row(page, ana.name)).toContainText('Ativo')

      await wholePage(page).check()
      await action(page, 'Excluir').click()
      await confirmIdentity(page, 'Deseja realmente excluir os usuários selecionados?')
      await expect(toast(page, '5 usuários excluídos com sucesso!')).toBeVisible()
      const states = await statesOf(portaria, people)
      expect(states.every((state) => state.startsWith('false '))).toBe(true)
      expect(sent).toEqual([
        'PUT /api/user/block/many',
        'PUT /api/user/block/many',
        'POST /api/user/inactivate/many',
      ])
    })

    await test.step('stay selected across pages, also by keyboard, until the search changes', async () => {
      const { word, people } = await team(portaria, 7)
      const [ana] = people as [Person]
      await follow(page, addressOf(word, '&take=5'))
      await expect(rows(page)).toHaveCount(5)
      await wholePage(page).focus()
      await page.keyboard.press('Space')
      await expect(bar(page)).toContainText('5 selecionados')
      await pager(page).getByRole('button', { name: 'Próxima página' }).click()
      await expect(rows(page)).toHaveCount(2)
      await expect(wholePage(page)).not.toBeChecked()
      await wholePage(page).press('Space')
      await expect(bar(page)).toContainText('7 selecionados')
      await pager(page).getByRole('button', { name: 'Página anterior' }).click()
      await expect(rows(page)).toHaveCount(5)
      await expect(box(page, ana)).toBeChecked()
      await action(page, 'Limpar seleção').click()
      await expect(wholePage(page)).toBeFocused()
      await expect(bar(page)).toHaveCount(0)
      await box(page, ana).press('Space')
      await expect(bar(page)).toContainText('1 selecionado')
      await field(page, 'E-mail').fill(ana.email)
      await field(page, 'E-mail').press('Enter')
      await expect(rows(page)).toHaveCount(1)
      await expect(box(page, ana)).not.toBeChecked()
      await expect(bar(page)).toHaveCount(0)
    })

    await test.step('none of them is changed if one is refused; that one is named and can be deselected', async () => {
      const { word, people } = await team(portaria, 3)
      const [, bia] = people as [Person, Person]
      await follow(page, addressOf(word))
      await wholePage(page).check()
      await expect(bar(page)).toContainText('3 selecionados')
      await portaria.sql.query('update users set active = false where id = $1', [bia.id])
      await action(page, 'Bloquear').click()
      const refusal = bar(page).getByRole('alert')
      await expect(refusal).toContainText('Erro ao bloquear usuários! Ninguém foi alterado.')
      await expect(refusal).toContainText(`${bia.name} (${bia.email}): O usuário não está ativo.`)
      await checkAxe()
      expect(await statesOf(portaria, people)).toEqual(['true false', 'false false', 'true false'])
      await button(page, 'Tirar esta pessoa da seleção').click()
      await expect(bar(page)).toContainText('2 selecionados')
      await expect(refusal).toHaveCount(0)
      await action(page, 'Bloquear').click()
      await confirmIdentity(page, 'Deseja mesmo bloquear os usuários selecionados?')
      await expect(toast(page, '2 usuários bloqueados com sucesso!')).toBeVisible()
      expect(await statesOf(portaria, people)).toEqual(['true true', 'false false', 'true true'])
    })

    await test.step('receive and lose a profile, with a preview of seats and of users who cannot receive it', async () => {
      const { company, word, people } = await team(portaria, 3)
      const [ana, bia, caio] = people as [Person, Person, Person]
      const module = await world.module()
      await world.build.plan({ companyId: company.id, moduleId: module.id, seats: 2 })
      const profile = await world.profile(module.id, { accredited_enable: true })
      const held = async () => {
        const found = await portaria.sql.query<{ user_id: number; spid: string | null }>(
          'select user_id, spid from user_profiles where profile_id = $1 order by user_id, spid',
          [profile.id],
        )
        return found.rows.map(({ user_id, spid }) => [user_id, spid])
      }
      await follow(page, addressOf(word))
      await wholePage(page).check()
      await action(page, 'Dar perfil').click()
      const giving = page.getByRole('dialog', { name: 'Dar perfil aos usuários selecionados' })
      await expect(giving.getByRole('combobox', { name: 'Empresa' })).toBeFocused()
      await giving.getByRole('combobox', { name: 'Perfil' }).fill(profile.name)
      await page.getByRole('option', { name: profile.name }).click()
      await expect(giving.getByRole('alert')).toContainText(
        'Limite de usuários neste plano excedido',
      )
      await expect(giving.getByRole('alert')).toContainText('são precisas 3, e há 2 livres de 2')
      await expect(giving.getByRole('button', { name: 'Dar perfil' })).toBeDisabled()
      await checkAxe()
      await giving.getByRole('button', { name: 'Cancelar' }).click()
      await expect(action(page, 'Dar perfil')).toBeFocused()
      await box(page, caio).uncheck()
      await action(page, 'Dar perfil').click()
      // A timer sets the initial focus; text typed in a select is lost when the focus moves.
      await expect(giving.getByRole('combobox', { name: 'Empresa' })).toBeFocused()
      await giving.getByRole('combobox', { name: 'Perfil' }).fill(profile.name)
      await giving.getByRole('combobox', { name: 'Perfil' }).press('Enter')
      await giving.getByRole('checkbox', { name: 'Todos os SPIDs' }).uncheck()
      await giving.getByRole('checkbox', { name: '7102' }).check()
      await expect(giving.getByLabel('O que será feito')).toContainText(
        `2 pessoas recebem o perfil: ${ana.name} e ${bia.name}.`,
      )
      await giving.getByRole('button', { name: 'Dar perfil' }).click()
      const proof = proofDialog(page)
      await expect(proof).toContainText(
        `2 pessoas passam a acessar: ${module.name} (${company.name})`,
      )
      await confirmIdentity(page)
      await expect(toast(page, 'Perfil dado a 2 usuários com sucesso!')).toBeVisible()
      expect(await held()).toEqual([
        [ana.id, '7102'],
        [bia.id, '7102'],
      ])

      await wholePage(page).check()
      await action(page, 'Retirar perfis').click()
      const taking = page.getByRole('dialog', { name: 'Retirar perfis dos usuários selecionados' })
      await expect(taking.getByRole('combobox', { name: 'Perfis' })).toBeFocused()
      await taking.getByRole('combobox', { name: 'Perfis' }).fill(profile.name)
      await page.getByRole('option', { name: `${profile.name} - ` }).click()
      await page.keyboard.press('Escape')
      await expect(taking.getByLabel('O que será feito')).toHaveText(
        `2 pessoas perdem o que foi escolhido: ${ana.name} e ${bia.name}.`,
      )
      await taking.getByRole('button', { name: 'Retirar perfis' }).click()
      await expect(proof).toContainText('2 pessoas perdem o acesso imediatamente')
      await confirmIdentity(page)
      await expect(toast(page, 'Perfis retirados de 2 usuários com sucesso!')).toBeVisible()
      expect(await held()).toEqual([])
    })

    await test.step('show the progress of a write that takes more than a second', async () => {
      const { word } = await team(portaria, 2)
      await follow(page, addressOf(word))
      await wholePage(page).check()
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/api/user/block/many', async (route) => {
        await held
        await route.continue()
      })
      await action(page, 'Bloquear').click()
      await confirmIdentity(page, 'Deseja mesmo bloquear os usuários selecionados?')
      await expect(bar(page).getByLabel('Andamento')).toHaveText('Bloqueando 2 usuários…')
      release()
      await expect(toast(page, '2 usuários bloqueados com sucesso!')).toBeVisible()
    })

    await test.step('fit a phone, also for a master user', async () => {
      const { company, word } = await team(portaria, 2)
      const master = await world.master({}, company)
      await page.setViewportSize({ width: 360, height: 2400 })
      await enter(addressOf(word), master.email)
      await wholePage(page).check()
      await expect(bar(page)).toContainText('2 selecionados')
      await expectToFit(page, 360)
    })
  })
})
