import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../../test/testing/builders.ts'
import { enterByPasskey, makePasskey } from '../../test/testing/passkey-trips.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { minutes, seconds } from '../shared/clock.ts'

let app: TestApp
let visitor: Visitor
/** Sessions of the visitor, which began at the same time. */
let byMail: SignedIn
let byPasskey: SignedIn
let began: number

beforeAll(async () => {
  app = await createTestApp()
  visitor = await app.build.visitor()
  const { authenticator } = await makePasskey(app, visitor)
  byMail = await app.trips.signIn(visitor.email)
  byPasskey = await enterByPasskey(app, authenticator)
  began = Math.floor(app.clock.now().getTime() / 1000)
})
afterAll(() => app.close())

/** Requests a code as a link of the module does. */
const askWith = (who: SignedIn, required: { acr_values?: string; max_age?: number }) =>
  app.client.call('userLocalCode', {
    ...who,
    body: {
      module_id: visitor.module.id,
      redirect_uri: visitor.module.address,
      access_token: who.token,
      company_id: visitor.company.id,
      ...required,
    },
  })

describe('the token of a module', () => {
  test.each([
    ['password and mailed code', () => byMail, ['pwd', 'mfa'], 'mfa'],
    ['passkey', () => byPasskey, ['pop', 'user', 'mfa'], 'phr'],
  ])('after %s says how and when the user authenticated', async (_, session, amr, acr) => {
    app.clock.advance(minutes(3))
    const { token } = await app.trips.arrive(session(), visitor.at)
    expect(decodeJwt(token)).toMatchObject({ amr, acr, auth_time: began })
    expect((await app.trips.validate(token)).data).toMatchObject({ amr, acr, auth_time: began })
  })

  test('of the console has no claims of the authentication', async () => {
    expect(decodeJwt(byMail.token)).not.toHaveProperty('amr')
  })
})

describe('a module that requires an authentication', () => {
  test.each([
    ['mfa', '200', '200'],
    ['phr', '403 passkey-required', '200'],
    ['phr mfa', '200', '200'],
    ['pwd', '200', '200'],
  ])('of the classes %s is opened: by mailed code %s, by passkey %s', async (acr, mail, key) => {
    expect((await askWith(byMail, { acr_values: acr })).outcome).toBe(mail)
    expect((await askWith(byPasskey, { acr_values: acr })).outcome).toBe(key)
  })

  test('of several factors is not opened after one factor', async () => {
    const who = await app.trips.enter(visitor)
    expect((await askWith(who, { acr_values: 'mfa' })).outcome).toBe('403 second-factor-required')
    expect((await askWith(who, { acr_values: 'pwd' })).outcome).toBe('200')
  })

  test('of a maximum age is opened until then, and after a new sign-in', async () => {
    const old = await app.trips.signIn(visitor.email)
    app.clock.advance(seconds(60))
    expect((await askWith(old, { max_age: 60 })).outcome).toBe('200')
    app.clock.advance(1)
    expect((await askWith(old, { max_age: 60 })).outcome).toBe('403 sign-in-too-old')
    const again = await app.trips.signIn(visitor.email)
    expect((await askWith(again, { max_age: 60 })).outcome).toBe('200')
    expect((await askWith(old, { max_age: 60 })).outcome).toBe('403 sign-in-too-old')
  })

  test.each([
    [{ acr_values: 'urn:strong' }, 'acr_values'],
    [{ acr_values: ' ' }, 'acr_values'],
    [{ acr_values: 'phr,mfa' }, 'acr_values'],
    [{ max_age: -1 }, 'max_age'],
    [{ max_age: 1.5 }, 'max_age'],
  ])('by %j gets an error that names the field', async (required, field) => {
    const refused = await askWith(byPasskey, required)
    expect(refused.outcome).toBe('400 invalid-input')
    expect(refused.failure.fields).toHaveProperty(field)
  })
})
