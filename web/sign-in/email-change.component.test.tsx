import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse } from '../testing/fake-api.ts'
import { signInHandlers } from '../testing/fake-sign-in.ts'
import { openSignedOut } from '../testing/portal.tsx'
import { button, expectGone, expectToFit, expectVisible } from '../testing/screen.ts'

const code = 'c'.repeat(43)
const confirm = () => button('Confirmar alteração')
const cancel = () => button('Cancelar alteração')

test('the link changes nothing until its button is used', async () => {
  const sent: string[] = []
  openSignedOut(`/email-change?mailbox=old#${code}`, {
    ...signInHandlers(),
    emailChangeConfirm({ body }) {
      sent.push(body.code)
      return { state: 'waiting', takes_effect_at: null }
    },
  })
  await expectVisible(confirm())
  await expectAccessible()
  expect(sent).toEqual([])
  await confirm().click()
  await expectVisible(page.getByText('Confirmado. Falta a confirmação do novo endereço.'))
  await expectGone(confirm())
  expect(sent).toEqual([code])
})

test('the link to the old mailbox cancels, and the result gets the focus', async () => {
  const sent: string[] = []
  openSignedOut(`/email-change?mailbox=old#${code}`, {
    ...signInHandlers(),
    emailChangeRefuse({ body }) {
      sent.push(body.code)
      return {}
    },
  })
  await cancel().click()
  await expect.element(page.getByText(/^A alteração foi cancelada/)).toHaveFocus()
  await expectAccessible()
  await page.viewport(360, 740)
  await expectToFit(360)
  expect(sent).toEqual([code])
})

test('the link to the new mailbox offers no cancellation', async () => {
  openSignedOut(`/email-change?mailbox=new#${code}`, signInHandlers())
  await expectVisible(button('Confirmar este endereço'))
  await expectGone(cancel())
})

test('an invalid link is reported, and its buttons disappear', async () => {
  openSignedOut('/email-change?mailbox=old', {
    ...signInHandlers(),
    emailChangeConfirm: () => refuse('email-change-link-invalid'),
  })
  await confirm().click()
  await expectVisible(page.getByText('Este link não vale mais', { exact: false }))
  await expectGone(confirm())
})

test('after a temporary failure the link can be used again', async () => {
  let failing = true
  openSignedOut(`/email-change?mailbox=old#${code}`, {
    ...signInHandlers(),
    emailChangeConfirm: () =>
      failing ? refuse('too-many-requests') : { state: 'done', takes_effect_at: null },
  })
  await confirm().click()
  await expectVisible(page.getByRole('alert'))
  failing = false
  await confirm().click()
  await expectVisible(page.getByText('A alteração foi feita. Entre com o novo e-mail.'))
})
