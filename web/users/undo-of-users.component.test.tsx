import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { user, userHandlers } from '../testing/fake-users.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  act,
  answer,
  button,
  confirmIdentity,
  expectGone,
  expectPath,
  expectVisible,
  questionDialog,
  toast,
} from '../testing/screen.ts'

const blockQuestion = 'Deseja mesmo bloquear o usuário selecionado?'
const unblockQuestion = 'Deseja mesmo desbloquear o usuário selecionado?'
const undo = button('Desfazer')

/** Opens the record of a user, as a deep link does. */
function open() {
  const stored = user({ id: 71, name: 'Jussara Lima' })
  openPortal('/user-edit?id=71', userHandlers([stored]))
  return stored
}

async function block(): Promise<void> {
  await act('Bloquear usuário')
  await confirmIdentity(blockQuestion)
}

test('a block is undone on the list, after the confirmation of the unblock', async () => {
  const stored = open()
  await block()
  await expectPath('/user-list')
  expect(stored.suspended).toBe(1)
  await expectVisible(page.getByText('Bloqueio de Jussara Lima'))
  await undo.click()
  await expectGone(undo)
  await confirmIdentity(unblockQuestion)
  await expectVisible(toast('Usuário desbloqueado com sucesso!'))
  expect(stored.suspended).toBe(0)
  await expectGone(undo)
})

test('a deletion is undone by an activation', async () => {
  const stored = open()
  await act('Excluir usuário')
  await confirmIdentity('Deseja realmente excluir este usuário?')
  await expectPath('/user-list')
  await undo.click()
  await confirmIdentity()
  await expectVisible(toast('Usuário ativado com sucesso!'))
  expect(stored.status).toBe(1)
})

test('the undo is offered again after its confirmation was closed, until another screen opens', async () => {
  const stored = open()
  await block()
  await expectPath('/user-list')
  await undo.click()
  await answer(unblockQuestion, false)
  await expectVisible(undo)
  expect(stored.suspended).toBe(1)
  await undo.click()
  await expectVisible(questionDialog(unblockQuestion))
  await userEvent.keyboard('{Escape}')
  await expectVisible(page.getByText('Bloqueio de Jussara Lima'))
  await follow('/user-edit?id=71')
  await expectGone(undo)
})
