import { createServer } from 'node:http'
import { once } from 'node:events'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captchaHeader } from '../../contract/captcha-page.ts'
import { after, minutes } from '../shared/clock.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

describe('the self-hosted captcha', () => {
  let app: TestApp
  let email: string

  beforeAll(async () => {
    app = await createTestApp({ config: { captcha: { provider: 'altcha' } } })
    email = (await app.build.user()).email
  })
  afterAll(() => app.close())

  const start = (token?: string) =>
    app.client.call('authLocal', {
      headers: {
        ...basic(email, defaultPassword),
        ...(token !== undefined && { [captchaHeader]: token }),
      },
    })

  async function solved(): Promise<{
    challenge: Challenge
    solution: { counter: number; derivedKey: string }
  }> {
    const { data } = await app.client.call('captchaChallenge', {})
    const challenge = data.challenge as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    if (!solution) throw new Error('No solution found.')
    return { challenge, solution }
  }
  const tokenOf = (payload: unknown): string =>
    Buffer.from(JSON.stringify(payload)).toString('base64')

  test('a solved challenge allows one sign-in and one recovery', async () => {
    expect((await start(tokenOf(await solved()))).status).toBe(200)
    const recovery = await app.client.call('userRecoveryAccount', {
      headers: { [captchaHeader]: tokenOf(await solved()) },
      body: { email: 'ninguem@operadora.example', question: 1, response: 'x' },
    })
    expect(recovery.status).toBe(200)
  })

  test('sign-in and recovery without a captcha are refused before any account is read', async () => {
    expect((await start()).outcome).toBe('403 captcha-invalid')
    const recovery = await app.client.call('userRecoveryAccount', {
      body: { email, question: 1, response: 'x' },
    })
    expect(recovery.outcome).toBe('403 captcha-invalid')
  })

  test('a challenge contains no expiry that the widget would compare with the clock of the client', async () => {
    const { challenge } = await solved()
    expect(challenge.parameters.expiresAt).toBeUndefined()
  })

  test('a call that is invalid for other reasons does not use up the solved challenge', async () => {
    const token = tokenOf(await solved())
    const wrong = await app.client.request('POST', '/api/user/recovery-account', {
      headers: { [captchaHeader]: token },
      body: JSON.stringify({ email: 'nada', question: 0, response: '' }),
    })
    expect(wrong.outcome).toBe('400 invalid-input')
    expect((await start(token)).status).toBe(200)
  })

  test('a reused token is refused, even in another encoding or concurrently', async () => {
    const payload = await solved()
    const outcomes = await Promise.all([start(tokenOf(payload)), start(tokenOf(payload))])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const rewritten = { solution: { ...payload.solution, took: 1 }, challenge: payload.challenge }
    expect((await start(tokenOf(rewritten))).outcome).toBe('403 captcha-invalid')
  })

  test('a token expires after exactly five minutes', async () => {
    const [early, late] = [tokenOf(await solved()), tokenOf(await solved())]
    app.clock.advance(minutes(5) - 1)
    expect((await start(early)).outcome).toBe('200')
    app.clock.advance(1)
    expect((await start(late)).outcome).toBe('403 captcha-invalid')
  })

  test.each<[string, (payload: Awaited<ReturnType<typeof solved>>) => unknown]>([
    ['invalid JSON', () => 'x'],
    [
      'a wrong solution',
      ({ challenge, solution }) => ({
        challenge,
        solution: { ...solution, derivedKey: '00'.repeat(32) },
      }),
    ],
    [
      'a later expiry',
      ({ challenge, solution }) => ({
        solution,
        challenge: {
          ...challenge,
          parameters: { ...challenge.parameters, data: { expires: 4_000_000_000_000 } },
        },
      }),
    ],
    [
      'an easier challenge',
      ({ challenge, solution }) => ({
        solution,
        challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } },
      }),
    ],
    [
      'another nonce',
      ({ challenge, solution }) => ({
        solution,
        challenge: {
          ...challenge,
          parameters: { ...challenge.parameters, nonce: '00'.repeat(16) },
        },
      }),
    ],
    [
      'no signature',
      ({ challenge: { parameters }, solution }) => ({ solution, challenge: { parameters } }),
    ],
  ])('a forged token is refused: %s', async (_, forge) => {
    expect((await start(tokenOf(forge(await solved())))).outcome).toBe('403 captcha-invalid')
  })
})

describe('a hosted captcha', () => {
  test('is called once per token; the token is stored for five minutes, and refused if the provider refuses it', async () => {
    const asked: URLSearchParams[] = []
    const provider = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const form = new URLSearchParams(body)
        asked.push(form)
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ success: form.get('response') === 'good' }))
      })
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const address = provider.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const app = await createTestApp({
      config: {
        captcha: {
          provider: 'turnstile',
          siteKey: 'site',
          secret: 'secret',
          verifyUrl: `http://127.0.0.1:${port}/siteverify`,
        },
      },
    })
    try {
      const { email } = await app.build.user()
      const start = (token: string) =>
        app.client.call('authLocal', {
          headers: { ...basic(email, defaultPassword), [captchaHeader]: token },
        })
      expect((await app.client.call('captchaChallenge', {})).data).toEqual({
        provider: 'turnstile',
        siteKey: 'site',
      })
      expect((await start('good')).status).toBe(200)
      expect((await start('good')).outcome).toBe('403 captcha-invalid')
      expect((await start('bad')).outcome).toBe('403 captcha-invalid')
      expect(asked[0]?.get('secret')).toBe('secret')
      const remembered = app.db.selectFrom('captcha_solutions').select('expires_at')
      expect(await remembered.execute()).toEqual([
        { expires_at: after(app.clock.now(), minutes(5)) },
      ])
    } finally {
      await app.close()
      provider.close()
    }
  })
})
