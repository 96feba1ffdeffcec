import { describe, expect, it } from 'vitest'
import { call } from './api-client.ts'
import { prepare } from './api-request.ts'
import { transmit } from './api-transmission.ts'

// Never run: `npm run check` compiles them, and fails where one of them begins to compile without its comment.
const secretAnswer = { user: 1, question: 1, response: 'demo' }
const credentials = { user: 'admin@portaria.example', password: 'demo' }
const mistakes = {
  // @ts-expect-error A write that needs proof of identity is no business of `call`.
  unconfirmed: () => call('userSecretQuestion', { body: secretAnswer }),
  // @ts-expect-error Nor does it go the way of plain calls once it is prepared.
  smuggled: () => transmit(prepare('userSecretQuestion', { body: secretAnswer })),
  // @ts-expect-error A call that needs a captcha says what came of it.
  withoutCaptcha: () => call('authLocal', { credentials }),
}

describe('the typed client', () => {
  it('lets none of these compile', () => {
    expect(Object.keys(mistakes)).toEqual(['unconfirmed', 'smuggled', 'withoutCaptcha'])
  })

  it('fills in an address and encodes what it is given', () => {
    const { address } = prepare('moduleLogo', { params: { id: '5', digest: 'a/b' } })
    expect(address).toBe('/module/5/logo/a%2Fb')
  })

  it('serialises a body once', () => {
    const { body } = prepare('userSecretQuestion', { body: { ...secretAnswer, response: 'Zé' } })
    expect(new TextDecoder().decode(body ?? undefined)).toBe(
      '{"user":1,"question":1,"response":"Zé"}',
    )
  })
})
