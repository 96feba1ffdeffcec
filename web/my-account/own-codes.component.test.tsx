import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import {
  factorHandlers,
  noFactors,
  recoveryCodes,
  rightCode,
  totpSecret,
} from '../testing/fake-factors.ts'
import { passkeyHandlers } from '../testing/fake-passkeys.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectGone,
  expectTexts,
  expectToFit,
  expectVisible,
  field,
  heading,
  proofDialog,
  questionDialog,
  toast,
} from '../testing/screen.ts'
import { administrator } from '../testing/signed-in.ts'

const codeField = field('2. Código que o aplicativo mostra')
const codes = page.getByRole('list').filter({ hasText: recoveryCodes[0] ?? '' })

function open(stored = noFactors(), handlers: Handlers = {}, userData = administrator) {
  const all = { ...passkeyHandlers([]), ...factorHandlers(stored), ...handlers }
  return openPortal('/my-account', all, userData)
}

test('an authenticator app is set up with its QR code or secret, a code and a confirmation', async () => {
  open()
  await button('Configurar aplicativo').click()
  await expectVisible(page.getByRole('img', { name: /^Código QR com a chave secreta/ }))
  await expectVisible(page.getByText(totpSecret.match(/.{4}/g)?.join(' ') ?? ''))
  await expect.element(codeField).toHaveFocus()
  await expectAccessible()
  const here = page.getByRole('link', { name: 'Abrir o aplicativo neste celular' })
  await expectGone(here)
  await page.viewport(360, 740)
  await expect.element(here).toHaveAttribute('href', expect.stringMatching(/^otpauth:/))
  await expectToFit(360)
  await button('Conferir código').click()
  await expectVisible(page.getByText('Digite os 6 dígitos que o aplicativo mostra.'))
  await codeField.fill('123 456')
  await button('Conferir código').click()
  await expectVisible(proofDialog.getByText('Cadastrar o aplicativo autenticador na sua conta'))
  await confirmIdentity()
  await expectVisible(toast('Aplicativo autenticador cadastrado.'))
  await expectVisible(page.getByText('Nunca usado para entrar'))
  await expect.element(heading('Minha conta')).toHaveFocus()
})

test('a wrong code is reported at the field, and the set-up goes on', async () => {
  open()
  await button('Configurar aplicativo').click()
  await codeField.fill('654321')
  await button('Conferir código').click()
  await confirmIdentity()
  await expectVisible(page.getByText(/^Código inválido. Confira se a hora do dispositivo/))
  await expect.element(codeField).toHaveAttribute('aria-invalid', 'true')
  await codeField.fill(rightCode)
  await button('Conferir código').click()
  await confirmIdentity()
  await expectVisible(button('Remover: Aplicativo autenticador'))
})

test('an expired set-up ends, and can begin again', async () => {
  open(noFactors(), { totpCreate: () => refuse('totp-options-expired') })
  await button('Configurar aplicativo').click()
  await codeField.fill(rightCode)
  await button('Conferir código').click()
  await confirmIdentity()
  await expectVisible(
    toast('O tempo para configurar o aplicativo autenticador terminou. Comece de novo.'),
  )
  await expectGone(codeField)
  await expectVisible(button('Configurar aplicativo'))
})

test('an authenticator app is removed after the confirmation', async () => {
  open({
    totp: { created_at: '2026-11-20T12:00:00.000Z', last_used_at: '2026-11-25T09:30:00.000Z' },
    recovery_codes: null,
  })
  await expectVisible(page.getByText('Último uso em 25/11/2026 06:30:00'))
  await button('Remover: Aplicativo autenticador').click()
  await confirmIdentity()
  await expectVisible(toast('Aplicativo autenticador removido.'))
  await expectVisible(button('Configurar aplicativo'))
})

test('recovery codes are shown once, and a user who leaves before storing them is asked first', async () => {
  open()
  await button('Gerar códigos').click()
  await confirmIdentity()
  await expectTexts(codes.getByRole('listitem'), recoveryCodes)
  await expect
    .element(page.getByRole('heading', { name: /^Guarde os códigos agora/ }))
    .toHaveFocus()
  await expectAccessible()
  await page.viewport(360, 740)
  await expectToFit(360)
  await page.viewport(1280, 720)
  await page.getByRole('link', { name: 'Início' }).first().click()
  const question = questionDialog(
    'Você ainda não confirmou que guardou os códigos de recuperação. Deseja sair mesmo assim?',
  )
  await question.getByRole('button', { name: 'Não', exact: true }).click()
  await button('Guardei os códigos').click()
  await expectGone(codes)
  await expectVisible(page.getByText(/Ainda não usados: 10 de 10\.$/))
  await expect.element(heading('Minha conta')).toHaveFocus()
})

test('creating new recovery codes warns that the older ones end', async () => {
  open({
    totp: null,
    recovery_codes: { created_at: '2026-11-20T12:00:00.000Z', unused: 3 },
  })
  await expectVisible(page.getByText(/Ainda não usados: 3 de 10\.$/))
  await button('Gerar novos códigos').click()
  await expectVisible(proofDialog.getByText('Os códigos que você já tem deixam de valer.'))
})

test('a user of an identity provider has neither, and the screen says why', async () => {
  const user = { ...administrator.user, cognito_id: 'ana@operadora.example' }
  open(noFactors(), {}, { ...administrator, user })
  await expectVisible(page.getByText(/não usa chaves de acesso, aplicativo autenticador nem/))
  await expectGone(button('Configurar aplicativo'))
  await expectGone(button('Gerar códigos'))
})
