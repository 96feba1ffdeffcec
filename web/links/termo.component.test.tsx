import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { catalogueHandlers, module } from '../testing/fake-catalogue.ts'
import { openPortal } from '../testing/portal.tsx'
import { button, expectGone, expectVisible, questionDialog } from '../testing/screen.ts'

const word = button('usuário master')
const text = page.getByRole('note', { name: 'Usuário master' })

function openWord(): void {
  openPortal('/unallowed', {})
}

test('a press opens the explanation and keeps the focus, Escape closes it', async () => {
  openWord()
  await expect.element(word).toHaveAttribute('aria-expanded', 'false')
  await word.click()
  await expectVisible(text.getByText('O usuário master administra os acessos da própria empresa.'))
  await expectVisible(text.getByText('Exemplo: Se falta um acesso'))
  await expect.element(word).toHaveFocus()
  await expect.element(word).toHaveAttribute('aria-expanded', 'true')
  const controls = word.element().getAttribute('aria-controls')
  expect(text.element().id).toBe(controls)
  await userEvent.keyboard('{Escape}')
  await expectGone(text)
  await expect.element(word).toHaveFocus()
  await expect.element(word).toHaveAttribute('aria-expanded', 'false')
})

test('the keyboard opens it, and a second press or a press elsewhere closes it', async () => {
  openWord()
  await expectVisible(word)
  word.element().focus()
  await userEvent.keyboard('{Enter}')
  await expectVisible(text)
  await userEvent.keyboard(' ')
  await expectGone(text)
  await word.click()
  await expectVisible(text)
  await page.getByRole('heading', { name: 'NÃO AUTORIZADO' }).click()
  await expectGone(text)
})

test('the hidden explanation is not part of the sentence', async () => {
  openWord()
  await expectVisible(
    page.getByText(
      'Se precisar dela no seu trabalho, peça o acesso ao usuário master da sua empresa.',
      { exact: true },
    ),
  )
})

test('it stays inside a narrow window, and passes the accessibility checkers', async () => {
  await page.viewport(360, 740)
  openWord()
  await word.click()
  await expectVisible(text)
  const { left, right, bottom } = text.element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(8)
  expect(right).toBeLessThanOrEqual(352)
  expect(bottom).toBeLessThanOrEqual(740)
  await expectAccessible()
})

test('in the confirmation of identity, Escape closes only the explanation', async () => {
  const { id, service_id, ...stored } = module({ name: 'Acordos' })
  openPortal(`/secret-management?moduleId=${id}&serviceId=${service_id}`, {
    ...catalogueHandlers({ modules: [{ id, service_id, ...stored }] }),
    moduleSecretGet: () => ({
      name: stored.name,
      secret: null,
      secret_generated: false,
      secrets: [],
    }),
  })
  await button('Gerar Secret').click()
  const dialog = questionDialog('Deseja gerar uma secret para o módulo?')
  await expect.element(dialog.getByLabelText('Senha', { exact: true })).toHaveFocus()
  await dialog.getByRole('button', { name: 'confirmando' }).click()
  const explanation = page.getByRole('note', { name: 'Confirmação de identidade' })
  await expectVisible(explanation)
  await userEvent.keyboard('{Escape}')
  await expectGone(explanation)
  await expectVisible(dialog)
  await userEvent.keyboard('{Escape}')
  await expectGone(dialog)
})
