import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../testing/fake-api.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectCount,
  expectGone,
  expectVisible,
  proofDialog,
  rows,
  toast,
} from '../testing/screen.ts'

const waiting = (id: number) =>
  user({ id, name: `Convidada ${id}`, invitation: { state: 'expired', expires_at: null } })
const select = (name: string) => page.getByRole('checkbox', { name }).click()
const bar = page.getByRole('region', { name: 'Usuários selecionados' })

test('five selected users get their invitations again with one confirmation', async () => {
  const people = [1, 2, 3, 4, 5].map(waiting)
  const sent: number[][] = []
  openPortal('/user-list?pending=invitation', {
    ...userHandlers(people),
    userInviteMany({ body: { user_id } }) {
      sent.push(user_id)
      return { user_id, skipped: [] }
    },
  })
  await expectCount(rows, 5)
  await select('Selecionar todos desta página')
  await button('Reenviar convite').click()
  await expect.element(proofDialog).toHaveTextContent('Reenviar o convite a 5 pessoas')
  await confirmIdentity()
  await expectVisible(toast('5 convites reenviados com sucesso!'))
  expect(sent).toEqual([[1, 2, 3, 4, 5]])
})

test('while another page loads, "all of this page" cannot be selected', async () => {
  const people = Array.from({ length: 12 }, (_, at) => waiting(at + 1))
  const { userSearch, ...handlers } = userHandlers(people)
  const coming = Promise.withResolvers<void>()
  openPortal('/user-list', {
    ...handlers,
    async userSearch(input) {
      const { page: number, take } = input.body.pagination
      if (number === 2) await coming.promise
      const { users, pagination } = (await userSearch?.(input)) ?? refuse('not-found')
      const shown = users.slice((number - 1) * take, number * take)
      return { users: shown, pagination: { ...pagination, totalPage: 2 } }
    },
  })
  await expectCount(rows, 10)
  const all = page.getByRole('checkbox', { name: 'Selecionar todos desta página' })
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect.element(all).toBeDisabled()
  await expectGone(bar)
  coming.resolve()
  await expectCount(rows, 2)
  await all.click()
  await expect.element(bar.getByRole('status', { name: 'Quantos' })).toHaveTextContent(/^2 /)
})

test('only users who have not signed in yet are invited; a refusal is shown in the bar', async () => {
  const entered = user({ id: 8, name: 'Já Entrou' })
  openPortal('/user-list', {
    ...userHandlers([waiting(1), entered]),
    userInviteMany: () => refuse('user-of-other-companies'),
  })
  await select('Selecionar: Já Entrou')
  await expectVisible(bar)
  await expectGone(button('Reenviar convite'))
  await select('Selecionar: Convidada 1')
  await button('Reenviar convite').click()
  await expect.element(proofDialog).toHaveTextContent('Reenviar o convite a 1 pessoa')
  await confirmIdentity()
  await expect.element(bar.getByRole('alert')).toHaveTextContent('Erro ao reenviar convites!')
  await expect.element(bar.getByRole('alert')).toHaveTextContent('Ninguém foi alterado.')
})
