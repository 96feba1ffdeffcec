import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../shared/clock.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('PUT /user/verify-last-access', () => {
  test('returns the previous access, and null at the first sign-in', async () => {
    const { email } = await app.build.user()
    const messageAfterSignIn = async () => {
      const who = await app.trips.signIn(email)
      return (await app.client.call('userVerifyLastAccess', { ...who, body: { token: who.token } }))
        .data.formatedDate
    }
    expect(await messageAfterSignIn()).toBeNull()
    const first = app.clock.now()
    app.clock.advance(days(1))
    const date = first.toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })
    expect(await messageAfterSignIn()).toContain(date)
  })
})
