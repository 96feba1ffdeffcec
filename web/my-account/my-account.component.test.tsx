import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { maxPasskeys, type Passkey } from '../../contract/passkeys.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import type { Handlers } from '../testing/fake-api.ts'
import { refuse } from '../testing/fake-api.ts'
import {
  addAuthenticator,
  passkey,
  passkeyHandlers,
  withoutWebAuthn,
} from '../testing/fake-passkeys.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  alert,
  button,
  confirmIdentity,
  expectGone,
  expectTexts,
  expectToFit,
  expectVisible,
  heading,
  proofDialog,
  toast,
} from '../testing/screen.ts'
import { administrator } from '../testing/signed-in.ts'

const create = button('Criar chave de acesso')
const names = page.getByRole('list', { name: 'Chaves de acesso' }).getByRole('heading')
const naming = page.getByRole('dialog', { name: 'Chave de acesso criada' })
const nameField = page.getByRole('textbox', { name: 'Nome' })
const cancelled = 'A chave de acesso não foi criada: o pedido foi cancelado ou o tempo acabou.'

function open(rows: Passkey[], handlers: Handlers = {}, userData = administrator) {
  return openPortal('/my-account', { ...passkeyHandlers(rows), ...handlers }, userData)
}

const federated = {
  ...administrator,
  user: { ...administrator.user, cognito_id: 'ana@operadora.example' },
}

test('lists the passkeys with their dates, fits a phone, and is accessible', async () => {
  open([
    passkey({ name: 'Celular', last_used_at: '2026-11-25T09:30:00.000Z' }),
    passkey({ name: 'x'.repeat(60) }),
  ])
  await expectVisible(heading('Minha conta'))
  await expectTexts(names, ['Celular', 'x'.repeat(60)])
  await expectVisible(page.getByText('Último uso em 25/11/2026 06:30:00'))
  await expectVisible(page.getByText('Nunca usada'))
  await expectAccessible()
  await page.viewport(360, 740)
  await expectToFit(360)
})

test('a passkey is created after the identity confirmation, and gets the typed name', async () => {
  const authenticator = await addAuthenticator()
  const rows: Passkey[] = []
  const fake = open(rows)
  await expectVisible(page.getByText('Você ainda não tem chaves de acesso.'))
  await create.click()
  await expectVisible(proofDialog.getByText('Criar uma chave de acesso para a sua conta'))
  await confirmIdentity()
  await expectVisible(naming)
  await expect.element(nameField).toHaveFocus()
  await expect.element(nameField).toHaveValue('Gerenciador de senhas')
  await nameField.fill(' ')
  await button('Salvar nome').click()
  await expectVisible(naming.getByText('Informe o nome da chave de acesso.'))
  await nameField.fill('Notebook da mesa')
  await button('Salvar nome').click()
  await expectTexts(names, ['Notebook da mesa'])
  await expectGone(naming)
  expect(await authenticator.stored()).toEqual([rows[0]?.credential_id])
  expect(fake.calls.filter((call) => call.startsWith('passkey'))).toEqual([
    'passkeyList',
    'passkeyOptions',
    'passkeyCreate',
    'passkeyList',
    'passkeyRename',
    'passkeyList',
  ])
})

test('a cancelled request of the browser creates nothing and says so', async () => {
  const authenticator = await addAuthenticator()
  await authenticator.setVerified(false)
  const fake = open([])
  await create.click()
  await expectVisible(toast(cancelled))
  await expectGone(proofDialog)
  expect(fake.calls).not.toContain('passkeyCreate')
})

test('a cancelled confirmation signals to the browser that the passkey is unknown', async () => {
  const authenticator = await addAuthenticator()
  const rows: Passkey[] = []
  open(rows)
  await create.click()
  await proofDialog.getByRole('button', { name: 'Cancelar' }).click()
  await expectVisible(alert('A chave de acesso não foi criada no portal.'))
  await expect.poll(() => authenticator.stored()).toEqual([])
  expect(rows).toEqual([])
})

test('a refusal of the server is shown, and the browser forgets the passkey', async () => {
  const authenticator = await addAuthenticator()
  open([], { passkeyCreate: () => refuse('passkey-limit') })
  await create.click()
  await confirmIdentity()
  await expectVisible(toast('Você já tem 20 chaves de acesso. Remova uma para criar outra.'))
  await expect.poll(() => authenticator.stored()).toEqual([])
})

test('a passkey of this device is not created twice', async () => {
  await addAuthenticator()
  const rows: Passkey[] = []
  open(rows)
  await create.click()
  await confirmIdentity()
  await button('Salvar nome').click()
  await expectGone(naming)
  await create.click()
  await expectVisible(toast('Este dispositivo já tem uma chave de acesso da sua conta.'))
  expect(rows).toHaveLength(1)
})

test('a passkey is renamed without a confirmation, and the button gets the focus back', async () => {
  open([passkey({ name: 'Antiga' })])
  await button('Renomear: Antiga').click()
  await nameField.fill('Nova')
  await button('Salvar nome').click()
  await expectVisible(toast('Nome da chave de acesso salvo.'))
  await expectTexts(names, ['Nova'])
  await expect.element(button('Renomear: Nova')).toHaveFocus()
})

test('a passkey is removed after the identity confirmation, and the title gets the focus', async () => {
  open([passkey({ name: 'Perdida' }), passkey({ name: 'Fica' })])
  await button('Remover: Perdida').click()
  await expectVisible(proofDialog.getByText('Remover a chave de acesso Perdida'))
  await confirmIdentity()
  await expectVisible(toast('Chave de acesso removida.'))
  await expectTexts(names, ['Fica'])
  await expect.element(heading('Minha conta')).toHaveFocus()
})

test(`with ${maxPasskeys} passkeys none can be created`, async () => {
  open(Array.from({ length: maxPasskeys }, () => passkey()))
  await expectVisible(
    page.getByText('Você já tem 20 chaves de acesso. Remova uma para criar outra.'),
  )
  await expectGone(create)
})

test('a user of an identity provider creates none, and the screen says why', async () => {
  open([], {}, federated)
  await expectVisible(page.getByText(/Você entra pelo Acesso Federado/))
  await expectGone(create)
})

test('a browser without WebAuthn creates none, and the screen says why', async () => {
  await withoutWebAuthn(async () => {
    open([])
    await expectVisible(page.getByText(/Este navegador não permite usar chaves de acesso/))
    await expectGone(create)
  })
})
