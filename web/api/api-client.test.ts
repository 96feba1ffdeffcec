import { describe, expect, it } from 'vitest'
import { call } from './api-client.ts'
import { prepare } from './api-request.ts'
import { transmit } from './api-transmission.ts'

// These functions never run. `npm run check` compiles them, and fails if one of them compiles without its
// `@ts-expect-error`.
const secretAnswer = { user: 1, question: 1, response: 'demo' }
const credentials = { user: 'admin@portaria.example', password: 'demo' }
const mistakes = {
  // @ts-expect-error `call` does not take an operation that requires a confirmation.
  unconfirmed: () => call('userSecretQuestion', { body: secretAnswer }),
  // @ts-expect-error `transmit` does not take such an operation either.
  smuggled: () => transmit(prepare('userSecretQuestion', { body: secretAnswer })),
  // @ts-expect-error An operation with a captcha requires its result.
  withoutCaptcha: () => call('authLocal', { credentials }),
}

describe('the typed client', () => {
  it('rejects each of these at compile time', () => {
    expect(Object.keys(mistakes)).toEqual(['unconfirmed', 'smuggled', 'withoutCaptcha'])
  })

  it('fills in path parameters, URL-encoded', () => {
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
