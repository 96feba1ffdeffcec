import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Api } from '../../contract/api.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { isPasskeyOwner } from '../passkeys/passkey-owner.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import {
  addAuthenticator,
  passkey,
  requestOptions,
  withoutAutofill,
  withoutWebAuthn,
} from '../testing/fake-passkeys.ts'
import { signedIn, signInHandlers, signInSession, submitPassword } from '../testing/fake-sign-in.ts'
import { openSignedOut } from '../testing/portal.tsx'
import {
  alert,
  button,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
} from '../testing/screen.ts'

const choice = page.getByRole('dialog', { name: 'Como você quer confirmar que é você?' })
const way = choice.getByRole('button', { name: /^Chave de acesso/ })
const cancelled = 'A chave de acesso não foi usada: o pedido foi cancelado ou o tempo acabou.'
const codes = ['SMS(**) *****-0100', 'E-maila***@portaria.example']

/** Opens the sign-in of a user whose passkey is in the authenticator. */
async function open(handlers: Handlers) {
  withoutAutofill()
  const authenticator = await addAuthenticator()
  const own = [passkey({ credential_id: await authenticator.add() })]
  openSignedOut('/auth', {
    ...signInHandlers(),
    userChooseMfa: ({ body: { answer } }) => ({
      Session: signInSession,
      ChallengeName: answer,
      ...(answer === 'WEB_AUTHN' && { options: requestOptions(own) }),
    }),
    ...handlers,
  })
  return { authenticator, id: own[0]?.credential_id }
}

test('after a cancelled or refused passkey a code is still possible, and the choice again', async () => {
  const { authenticator } = await open({ userChangeMfa: () => refuse('mfa-invalid-code') })
  await authenticator.setVerified(false)
  await submitPassword()
  await way.click()
  await expectVisible(choice.getByText(cancelled))
  await expect.element(way).toHaveFocus()
  await expectAccessible()
  await authenticator.setVerified(true)
  await way.click()
  await expectVisible(choice.getByText('A chave de acesso não foi aceita.'))
  await choice.getByRole('button', { name: /^E-mail/ }).click()
  await expect.element(page.getByLabelText('Dígito 1 de 6')).toHaveFocus()
  await button('Usar outra forma').click()
  await expectVisible(way)
  await expectGone(choice.getByText('A chave de acesso não foi aceita.'))
})

test('after a cancelled passkey, a code is requested with the handle of the last response', async () => {
  const sent: string[] = []
  const next = 't'.repeat(43)
  const { authenticator } = await open({
    userChooseMfa({ body: { session, answer } }) {
      sent.push(session)
      const options = answer === 'WEB_AUTHN' ? requestOptions([passkey()]) : undefined
      return { Session: next, ChallengeName: answer, options }
    },
  })
  await authenticator.setVerified(false)
  await submitPassword()
  await way.click()
  await expectVisible(choice.getByText(cancelled))
  await choice.getByRole('button', { name: /^E-mail/ }).click()
  await expectVisible(page.getByLabelText('Dígito 1 de 6'))
  expect(sent).toEqual([signInSession, next])
})

test('an expired sign-in leads back to the password with the reason', async () => {
  await open({ userChooseMfa: () => refuse('mfa-session-expired') })
  await submitPassword()
  await way.click()
  await expectVisible(alert('Token expirado - Solicitar novo token.'))
  await expectGone(choice)
})

test('a browser without WebAuthn offers only codes, in the specified words', async () => {
  await withoutWebAuthn(async () => {
    openSignedOut('/auth', signInHandlers())
    await submitPassword()
    const dialog = page.getByRole('dialog', { name: 'Como você quer receber o código?' })
    await expectTexts(dialog.getByRole('listitem'), codes)
  })
})

test('after the password, a passkey replaces the code', async () => {
  const answers: BodyOf<Api['userChangeMfa']>[] = []
  const { id } = await open({
    userChangeMfa({ body }) {
      answers.push(body)
      return { ...signedIn, expired: false }
    },
  })
  await submitPassword()
  await expectTexts(choice.getByRole('listitem'), [
    'Chave de acessoPIN, digital ou rosto do dispositivo',
    ...codes,
  ])
  await expect.element(way).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectPath('/access-page')
  expect(answers).toMatchObject([{ challengeName: 'WEB_AUTHN', credential: { id } }])
  expect(isPasskeyOwner()).toBe(true)
})
