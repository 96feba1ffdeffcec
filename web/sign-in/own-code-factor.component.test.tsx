import { expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import type { Api } from '../../contract/api.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { recoveryCodes } from '../testing/fake-factors.ts'
import { signInHandlers, signInSession, submitPassword } from '../testing/fake-sign-in.ts'
import { openSignedOut } from '../testing/portal.tsx'
import { button, expectGone, expectTexts, expectVisible } from '../testing/screen.ts'

const choice = page.getByRole('dialog', { name: 'Como você quer confirmar que é você?' })
const ofApp = page.getByRole('dialog', { name: 'Digite o código de verificação' })
const ofRecovery = page.getByRole('dialog', { name: 'Digite um código de recuperação' })

const codeField = page.getByRole('textbox', { name: 'Código de recuperação' })

/** Opens the second step of a user with an app and recovery codes; every code is refused. */
async function open(handlers: Handlers = {}) {
  const answers: BodyOf<Api['userChangeMfa']>[] = []
  const fake = openSignedOut('/auth', {
    ...signInHandlers(),
    authLocal: () => ({
      Session: signInSession,
      ChallengeName: 'SELECT_MFA_TYPE',
      destinations: {
        EMAIL_OTP: 'a***@portaria.example',
        SOFTWARE_TOKEN_MFA: 'Aplicativo autenticador',
        RECOVERY_CODE: 'Código de recuperação',
      },
    }),
    userChangeMfa({ body }) {
      answers.push(body)
      return refuse('mfa-invalid-code')
    },
    ...handlers,
  })
  await submitPassword()
  return { fake, answers }
}

test('the app and recovery codes are offered beside a code by e-mail', async () => {
  await open()
  await expectTexts(choice.getByRole('listitem'), [
    'Aplicativo autenticadorO código que o aplicativo mostra',
    'E-maila***@portaria.example',
    'Código de recuperaçãoUm dos códigos que você guardou',
  ])
  await expectAccessible()
})

test('a code of the app is checked without a code being sent, and cannot be sent again', async () => {
  const { fake, answers } = await open()
  await choice.getByRole('button', { name: /^Aplicativo/ }).click()
  await expect.element(page.getByLabelText('Dígito 1 de 6')).toHaveFocus()
  await expectGone(button('Reenviar código'))
  await page.viewport(320, 640)
  const right = (element: Locator) => element.element().getBoundingClientRect().right
  expect(right(page.getByLabelText('Dígito 6 de 6'))).toBeLessThanOrEqual(
    right(button('Confirmar')),
  )
  for (const digit of [1, 2, 3, 4, 5, 6])
    await page.getByLabelText(`Dígito ${digit} de 6`).fill(String(digit))
  await expectVisible(ofApp.getByText('Código inválido.'))
  expect(answers).toMatchObject([{ challengeName: 'SOFTWARE_TOKEN_MFA', code: '123456' }])
  expect(fake.calls).not.toContain('userChooseMfa')
  await button('Usar outra forma').click()
  await expectVisible(choice)
})

test('a recovery code is typed as it was written down', async () => {
  const { answers } = await open()
  await choice.getByRole('button', { name: /^Código de recuperação/ }).click()
  await expect.element(codeField).toHaveFocus()
  await expectAccessible()
  await codeField.fill('123456')
  await button('Confirmar').click()
  await expectVisible(ofRecovery.getByText('Código inválido.'))
  expect(answers).toEqual([])
  const typed = ` ${recoveryCodes[0]?.toLowerCase()} `
  await codeField.fill(typed)
  await button('Confirmar').click()
  await expect
    .poll(() => answers)
    .toMatchObject([{ challengeName: 'RECOVERY_CODE', code: typed.trim() }])
  await expectVisible(ofRecovery.getByText('Código inválido.'))
})
