import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Api } from '../../contract/api.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { signInHandlers, signInSession, submitPassword } from '../testing/fake-sign-in.ts'
import { openSignedOut } from '../testing/portal.tsx'
import { alert, button, expectGone, expectToFit, expectVisible } from '../testing/screen.ts'

const dialog = page.getByRole('dialog', { name: 'Crie uma nova senha' })
const code = page.getByRole('textbox', { name: 'Código do aplicativo' })
/** Has the form of a token, so that the request is valid. */
const reportToken = `browser.7.mabc.${'n'.repeat(22)}.${'m'.repeat(43)}`
const password = 'Bom-Dia-Vizinho-1987?'

/** Opens the new password after a recovery that needs one of these proofs. */
async function open(
  proofs: ('WEB_AUTHN' | 'SOFTWARE_TOKEN_MFA' | 'RECOVERY_CODE')[],
  handlers: Handlers = {},
) {
  const sent: BodyOf<Api['userSetPassword']>[] = []
  openSignedOut('/auth', {
    ...signInHandlers(),
    authLocal: () => ({
      Session: signInSession,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      first_access: false,
      second_proof: { proofs, waits_until: '2026-11-27T12:00:00.000Z' },
    }),
    userSetPassword({ body }) {
      sent.push(body)
      return {}
    },
    ...handlers,
  })
  await submitPassword()
  await expectVisible(dialog)
  await page.getByLabelText('Nova senha', { exact: true }).fill(password)
  await page.getByLabelText('Repita a nova senha').fill(password)
  return sent
}

test('the new password needs a code, which is sent with it, and says until when', async () => {
  const sent = await open(['SOFTWARE_TOKEN_MFA', 'RECOVERY_CODE'])
  await expect.element(dialog).toHaveTextContent('volte depois de 27/11/2026 09:00:00')
  await expectAccessible()
  await button('Salvar nova senha').click()
  await expectVisible(dialog.getByText('Insira o código.'))
  expect(sent).toEqual([])
  await code.fill('123456')
  await button('Salvar nova senha').click()
  await expect
    .poll(() => sent)
    .toMatchObject([
      { newPassword: password, proof: { challengeName: 'SOFTWARE_TOKEN_MFA', code: '123456' } },
    ])
  await page.viewport(360, 740)
  await expectToFit(360)
})

test('another proof can be chosen, and a wrong code is shown at the field', async () => {
  await open(['SOFTWARE_TOKEN_MFA', 'RECOVERY_CODE'], {
    userSetPassword: () => refuse('mfa-invalid-code'),
  })
  await page.getByLabelText('Como confirmar que é você').selectOptions('Código de recuperação')
  await expectGone(code)
  await page
    .getByRole('textbox', { name: 'Código de recuperação' })
    .fill('AAAA-AAAA-AAAA-AAAA-AAAA-AAAA')
  await button('Salvar nova senha').click()
  await expectVisible(dialog.getByText('Código inválido.'))
})

test('/not-me reports only with its button, once', async () => {
  const sent: string[] = []
  openSignedOut(`/not-me#${reportToken}`, {
    ...signInHandlers(),
    accountReport({ body }) {
      sent.push(body.token)
      return {}
    },
  })
  const report = button('Proteger a minha conta')
  await expectVisible(report)
  await expectAccessible()
  expect(sent).toEqual([])
  await report.click()
  await expectVisible(page.getByText(/^Obrigado por avisar/))
  await expectGone(report)
  expect(sent).toEqual([reportToken])
})

test.each([
  ['without a token', '/not-me', true],
  ['with an old token', `/not-me#${reportToken}`, false],
] as const)('/not-me %s says that the address is not valid', async (_, path, atOnce) => {
  openSignedOut(path, {
    ...signInHandlers(),
    accountReport: () => refuse('report-link-expired'),
  })
  if (!atOnce) await button('Proteger a minha conta').click()
  await expectVisible(alert('Este endereço não vale mais.'))
})
