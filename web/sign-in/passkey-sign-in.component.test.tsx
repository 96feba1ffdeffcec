import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { isPasskeyOwner } from '../passkeys/passkey-owner.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { addAuthenticator, withoutAutofill, withoutWebAuthn } from '../testing/fake-passkeys.ts'
import { signedIn, signInHandlers } from '../testing/fake-sign-in.ts'
import { openSignedOut } from '../testing/portal.tsx'
import {
  alert,
  button,
  expectGone,
  expectPath,
  expectToFit,
  expectVisible,
  field,
} from '../testing/screen.ts'

const enter = button('Entrar com chave de acesso')
const userField = field('Usuário (e-mail)')
const cancelled =
  'A chave de acesso não foi usada: o pedido foi cancelado ou o tempo acabou. Se você ainda não tem uma, entre com a senha e crie em Minha conta.'

const open = (handlers: Handlers = {}) =>
  openSignedOut('/auth', { ...signInHandlers(), ...handlers })

/** Adds an authenticator with a passkey that is used only by the button. */
async function addPasskey() {
  withoutAutofill()
  const authenticator = await addAuthenticator()
  return { authenticator, id: await authenticator.add() }
}

test('a passkey chosen in the user field, which still takes the first focus, is sent', async () => {
  const id = await (await addAuthenticator()).add()
  const sent: string[] = []
  open({
    authPasskey({ body }) {
      sent.push(body.credential.id)
      return refuse('passkey-refused')
    },
  })
  await expect.element(userField).toHaveFocus()
  await expect.element(userField).toHaveAttribute('autocomplete', 'username webauthn')
  await expectVisible(alert('A chave de acesso não foi aceita.'))
  expect(sent).toEqual([id])
})

test('the suggestions of the user field get a new challenge before the last one expires', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await addAuthenticator()
  const fake = open()
  const requests = () => fake.calls.filter((call) => call === 'authPasskeyOptions')
  await expect.poll(requests).toHaveLength(1)
  vi.advanceTimersByTime(5 * 60_000 - 1)
  await expect.poll(requests).toHaveLength(2)
})

test('a cancelled request is reported below the button, which keeps the focus', async () => {
  const { authenticator } = await addPasskey()
  await authenticator.setVerified(false)
  open()
  await enter.click()
  await expectVisible(alert(cancelled))
  await expect.element(enter).toHaveFocus()
  await expect.element(userField).not.toHaveAttribute('aria-invalid', 'true')
  await expectAccessible()
  await page.viewport(360, 740)
  await expectToFit(360)
})

test.each([
  ['passkey-refused', 'A chave de acesso não foi aceita.'],
  ['passkey-challenge-expired', 'O tempo para usar a chave de acesso terminou. Tente novamente.'],
  ['too-many-requests', 'Muitas tentativas. Aguarde um momento e tente novamente.'],
  ['internal', 'Erro inesperado, se o erro persistir'],
] as const)(
  'the refusal %s is shown in words, and a password attempt removes it',
  async (code, text) => {
    await addPasskey()
    open({ authPasskey: () => refuse(code) })
    await enter.click()
    await expectVisible(alert(text))
    await button('Acessar').click()
    await expectGone(alert(text))
  },
)

test('the page says that a module requires a passkey', async () => {
  openSignedOut('/auth?refModule=7&acr_values=phr', signInHandlers())
  await expectVisible(page.getByText('Para abrir o módulo, entre com a chave de acesso.'))
})

test('a browser without WebAuthn offers no passkey', async () => {
  await withoutWebAuthn(async () => {
    open()
    await expectVisible(button('Acesso Federado'))
    await expectGone(enter)
  })
})

test('the button signs in with a passkey, without a captcha and a code', async () => {
  const { id } = await addPasskey()
  const sent: string[] = []
  const fake = open({
    authPasskey({ body }) {
      sent.push(body.credential.id)
      return signedIn
    },
  })
  await enter.click()
  await expectPath('/access-page')
  expect(sent).toEqual([id])
  expect(fake.calls).not.toContain('authLocal')
  expect(isPasskeyOwner()).toBe(true)
})
