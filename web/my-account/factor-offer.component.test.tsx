/** 'Minha conta' in a session that used no own factor, with a fake server (decision 96). */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { factorHandlers, rightCode } from '../testing/fake-factors.ts'
import { addAuthenticator, passkey, passkeyHandlers } from '../testing/fake-passkeys.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectGone,
  expectToFit,
  expectVisible,
  field,
  proofDialog,
  toast,
} from '../testing/screen.ts'

const offer = page.getByRole('dialog', { name: 'Entre novamente' })
const lost = offer.getByRole('button', { name: 'Perdi o acesso a eles' })
const refused = () => refuse('own-factor-required')
const app = { created_at: '2026-11-20T12:00:00.000Z', last_used_at: null }

/** Opens 'Minha conta' of a user with a passkey, and with an app by default. Writes of factors are refused. */
function open({ totp = app, ...handlers }: Handlers & { totp?: typeof app | null } = {}) {
  return openPortal('/my-account', {
    ...passkeyHandlers([passkey({ name: 'Celular' })]),
    ...factorHandlers({ totp, recovery_codes: null }),
    passkeyCreate: refused,
    passkeyDelete: refused,
    totpCreate: refused,
    totpDelete: refused,
    recoveryCodesCreate: refused,
    emailChangeStart: refused,
    recoveryUnfreeze: refused,
    ...handlers,
  })
}

test.each([
  ['the removal of a passkey', 'Remover: Celular'],
  ['the removal of the app', 'Remover: Aplicativo autenticador'],
  ['new recovery codes', 'Gerar códigos'],
  ['the end of a freeze', 'Liberar'],
])('%s that needs an own factor offers to sign in again', async (_, label) => {
  open({
    recoveryList: () => ({
      recoveries: [],
      frozen_until: '2026-11-29T12:00:00.000Z',
      wait_hours: 30,
    }),
  })
  await button(label).click()
  await confirmIdentity()
  await expectVisible(offer.getByText(/você volta para esta tela/))
  await expect.element(offer.getByRole('button', { name: 'Entrar novamente' })).toHaveFocus()
  await offer.getByRole('button', { name: 'Fechar' }).click()
  await expectGone(offer)
})

test('a new passkey that needs an own factor offers it, and the browser forgets the passkey', async () => {
  const authenticator = await addAuthenticator()
  open()
  await button('Criar chave de acesso').click()
  await confirmIdentity()
  await expectVisible(lost)
  await expect.poll(() => authenticator.stored()).toEqual([])
})

test('an app that needs an own factor offers it, and the set-up stays open', async () => {
  open({ totp: null })
  await button('Configurar aplicativo').click()
  await field('2. Código que o aplicativo mostra').fill(rightCode)
  await button('Conferir código').click()
  await confirmIdentity()
  await expectVisible(lost)
  await offer.getByRole('button', { name: 'Fechar' }).click()
  await expectVisible(button('Conferir código'))
})

test('a change of the e-mail states the configured wait, and offers it in place of its dialog', async () => {
  open()
  await button('Alterar e-mail').click()
  const dialog = page.getByRole('dialog', { name: 'Alterar e-mail' })
  await expectVisible(dialog.getByText(/ou 100 horas depois do pedido/))
  await field('Novo e-mail').fill('ana.nova@operadora.example')
  await button('Pedir alteração').click()
  await confirmIdentity()
  await expectVisible(lost)
  await expectGone(dialog)
  await expectAccessible()
  await page.viewport(360, 740)
  await expectToFit(360)
})

test('the removal of lost factors is started from the offer, with the configured wait', async () => {
  const fake = open({
    recoveryStart: () => ({
      id: 5,
      kind: 'factors',
      started_at: '2026-11-26T12:00:00.000Z',
      origin: 'user',
      started_by: null,
      reason: null,
      waits_until: '2026-11-27T18:00:00.000Z',
      expires_at: '2026-12-04T18:00:00.000Z',
      effective: false,
    }),
  })
  await button('Remover: Celular').click()
  await confirmIdentity()
  await lost.click()
  await expectVisible(proofDialog.getByText(/^Ela vale depois de 30 horas/))
  await confirmIdentity()
  await expectVisible(toast('Remoção iniciada. Você pode cancelar enquanto ela espera.'))
  await expectGone(offer)
  expect(fake.calls.filter((call) => call === 'recoveryStart')).toHaveLength(1)
})

test('the removal of lost factors is not offered while one is pending', async () => {
  open({
    recoveryList: () => ({
      recoveries: [
        {
          id: 5,
          kind: 'factors',
          started_at: '2026-11-26T12:00:00.000Z',
          origin: 'user',
          started_by: null,
          reason: null,
          waits_until: '2026-11-27T18:00:00.000Z',
          expires_at: '2026-12-04T18:00:00.000Z',
          effective: false,
          may_approve: false,
        },
      ],
      frozen_until: null,
      wait_hours: 30,
    }),
  })
  await button('Remover: Celular').click()
  await confirmIdentity()
  await expectVisible(offer)
  await expectGone(lost)
})
