import { expect, test } from 'vitest'
import type { Api } from '../../contract/api.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import {
  addAuthenticator,
  handle,
  passkey,
  passkeyHandlers,
  requestOptions,
} from '../testing/fake-passkeys.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectGone,
  expectTexts,
  expectVisible,
  proofDialog,
  toast,
} from '../testing/screen.ts'
import { administrator } from '../testing/signed-in.ts'
import { isPasskeyOwner } from '../passkeys/passkey-owner.ts'
import { page } from 'vitest/browser'

const use = proofDialog.getByRole('button', { name: 'Usar chave de acesso' })
const names = page.getByRole('list', { name: 'Chaves de acesso' }).getByRole('heading')

/** Opens 'Minha conta' of a user with two passkeys: one of this browser, and a lost one that the user will remove. */
async function beginRemoval(handlers: Handlers = {}) {
  const authenticator = await addAuthenticator()
  const rows = [passkey({ name: 'Perdida' })]
  const signed: BodyOf<Api['userLocalValidatePasskey']>[] = []
  openPortal('/my-account', {
    ...passkeyHandlers(rows),
    userLocalValidatePasskeyOptions: () => ({ session: handle, options: requestOptions(rows) }),
    userLocalValidatePasskey({ body }) {
      signed.push(body)
      return { code: 'assinado' }
    },
    ...handlers,
  })
  await button('Criar chave de acesso').click()
  await confirmIdentity()
  await button('Salvar nome').click()
  await button('Remover: Perdida').click()
  await expectVisible(use)
  return { authenticator, rows, signed }
}

test('a passkey signs the write that is confirmed', async () => {
  const { rows, signed } = await beginRemoval()
  const [lost, own] = rows
  await expect.element(proofDialog.getByLabelText('Senha', { exact: true })).toHaveFocus()
  await expectAccessible()
  await use.click()
  await expectVisible(toast('Chave de acesso removida.'))
  await expectTexts(names, [own?.name ?? ''])
  expect(signed).toMatchObject([
    {
      session: handle,
      credential: { id: own?.credential_id },
      operations: [{ method: 'DELETE', path: `/user/passkeys/${lost?.id}` }],
    },
  ])
})

test('a cancelled request is reported, and the password still confirms', async () => {
  const { authenticator } = await beginRemoval()
  await authenticator.setVerified(false)
  await use.click()
  await expectVisible(
    proofDialog.getByText(
      'A chave de acesso não foi usada: o pedido foi cancelado ou o tempo acabou.',
    ),
  )
  await expect.element(use).toHaveFocus()
  await confirmIdentity()
  await expectVisible(toast('Chave de acesso removida.'))
})

test('a refusal of the server is shown in words', async () => {
  await beginRemoval({ userLocalValidatePasskey: () => refuse('passkey-refused') })
  await use.click()
  await expectVisible(proofDialog.getByText('A chave de acesso não foi aceita.'))
})

test('after another session has removed the passkeys, the dialog asks for the password', async () => {
  await beginRemoval({
    userLocalValidatePasskeyOptions: () => ({ session: handle, options: requestOptions() }),
  })
  await use.click()
  await expectVisible(
    proofDialog.getByText('A sua conta não tem mais chaves de acesso. Use a senha.'),
  )
  expect(isPasskeyOwner()).toBe(false)
})

test('a user without passkeys, or of an identity provider, is offered none', async () => {
  openPortal('/my-account', passkeyHandlers([]))
  await addAuthenticator()
  await button('Criar chave de acesso').click()
  await expectVisible(proofDialog)
  await expectGone(use)
  await proofDialog.getByRole('button', { name: 'Cancelar' }).click()

  const { user } = administrator
  const federated = { ...administrator, user: { ...user, cognito_id: 'ana@operadora.example' } }
  openPortal('/my-account', passkeyHandlers([passkey({ name: 'Antiga' })]), federated)
  await button('Remover: Antiga').click()
  await expectVisible(button('Confirmar identidade'))
  await expectGone(button('Usar chave de acesso'))
})
