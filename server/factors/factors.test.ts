import { decodeQR } from 'qr/decode.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { callAs, confirmByPassword } from '../../test/testing/passkey-trips.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { addTotp, appCode, makeRecoveryCodes, makeTotp } from '../../test/testing/totp-trips.ts'
import { days, minutes } from '../shared/clock.ts'

let app: TestApp
let user: BuiltUser
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
  who = await app.trips.enter(user)
})

const options = async (of = who) => (await app.client.call('totpOptions', of)).data
const create = (session: string, code: string, of = who, email = user.email) =>
  callAs(app, of, email, 'totpCreate', { body: { session, code } })
const factors = async () => (await app.client.call('factorList', who)).data
const now = () => app.clock.now()
const lastMail = async () => (await readMessages(app.outbox, { to: user.email })).at(-1)

/** Reads a QR code in SVG, which consists of squares of one unit: `M x y h 1 v 1 h -1 Z`. */
function readQr(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const scale = 4
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  let [x, y] = [0, 0]
  const path = /d="([^"]*)"/.exec(svg)?.[1] ?? ''
  for (const [, kind, dx, dy] of path.matchAll(/([Mm])(-?\d+)[ ,]?(-?\d+)h1v1[Hh]-?\d+[Zz]/g)) {
    ;[x, y] = kind === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)]
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++)
        data.fill(
          0,
          ((y * scale + row) * width + x * scale + column) * 4,
          ((y * scale + row) * width + x * scale + column) * 4 + 3,
        )
  }
  return decodeQR({ width, height: width, data })
}

describe('the authenticator app', () => {
  test('is added with a code of its secret, listed, notified and audited without the secret', async () => {
    expect(await factors()).toEqual({ totp: null, recovery_codes: null })
    const { session, secret, uri } = await options()
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    const made = await create(session, appCode(secret, now()))
    expect(made.data).toEqual({ created_at: now().toISOString(), last_used_at: null })
    expect((await factors()).totp).toEqual(made.data)
    expect(await lastMail()).toMatchObject({ subject: 'Um aplicativo autenticador foi cadastrado' })
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({ event: 'totp.created', target: `user:${user.id}` })
    const stored = await app.db.selectFrom('totp_factors').selectAll().execute()
    expect(JSON.stringify([event, stored])).not.toContain(secret)
    expect(stored.some(({ ciphertext }) => ciphertext.includes(secret))).toBe(false)
  })

  test('has a QR code with the URI, and its name is that of this installation', async () => {
    const { uri, qr } = await options()
    expect(readQr(qr)).toBe(uri)
    expect(decodeURIComponent(uri)).toContain(`totp/Gestão de Acesso:${user.email}?`)
    expect(qr).not.toMatch(/script|href|on\w+=/)
  })

  test.each([
    ['of the previous step', -30_000, '200'],
    ['of the next step', 30_000, '200'],
    ['two steps old', -60_000, '400 totp-code-invalid'],
    ['two steps ahead', 60_000, '400 totp-code-invalid'],
    ['of a clock that is a day off', days(1), '400 totp-code-invalid'],
  ])('is added by a code %s: %i ms, %s', async (_, shift, outcome) => {
    const { session, secret } = await options()
    const code = appCode(secret, new Date(now().getTime() + shift))
    expect((await create(session, code)).outcome).toBe(outcome)
  })

  test('a wrong code changes nothing, and the same handle can be tried again', async () => {
    const { session, secret } = await options()
    const right = appCode(secret, now())
    const wrong = right === '000000' ? '000001' : '000000'
    expect((await create(session, wrong)).outcome).toBe('400 totp-code-invalid')
    expect((await factors()).totp).toBeNull()
    expect((await create(session, right)).outcome).toBe('200')
  })

  test('a handle ends after ten minutes, and is bound to the session', async () => {
    const { session, secret } = await options()
    const other = await app.trips.enter(user)
    const foreign = await app.build.user()
    const stranger = await app.trips.enter(foreign)
    const code = () => appCode(secret, now())
    for (const outcome of [
      await create(session, code(), other),
      await create(session, code(), stranger, foreign.email),
    ])
      expect(outcome.outcome).toBe('409 totp-options-expired')
    const changed = `${'A'.repeat(32)}${session.slice(32)}`
    const forged = appCode('A'.repeat(32), now())
    expect((await create(changed, forged)).outcome).toBe('409 totp-options-expired')
    app.clock.advance(minutes(10))
    expect((await create(session, code())).outcome).toBe('409 totp-options-expired')
  })

  test('a handle that was used needs a new confirmation, and sets up only the same app of this session', async () => {
    const { session, secret } = await options()
    const body = { session, code: appCode(secret, now()) }
    const code = await confirmByPassword(app, who, user.email, 'totpCreate', { body })
    const replay = () => app.client.call('totpCreate', { ...who, body, headers: { code } })
    expect((await replay()).outcome).toBe('200')
    expect((await replay()).outcome).toBe('403 identity-confirmation-required')
    await callAs(app, who, user.email, 'totpDelete', {})
    expect((await replay()).outcome).toBe('403 identity-confirmation-required')
    expect((await factors()).totp).toBeNull()
    // Confirmed again, it does no more than a new handle would do.
    expect((await create(session, appCode(secret, now()))).outcome).toBe('200')
    expect(await lastMail()).toMatchObject({ subject: 'Um aplicativo autenticador foi cadastrado' })
  })

  test('a user has only one, also after two concurrent calls', async () => {
    const [one, other] = [await options(), await options()]
    const both = await Promise.all(
      [one, other].map(({ session, secret }) => create(session, appCode(secret, now()))),
    )
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 totp-exists'])
    expect((await app.client.call('totpOptions', who)).outcome).toBe('409 totp-exists')
  })

  test('is removed, which is notified; a second removal finds none', async () => {
    await addTotp(app, who, user.email, now())
    expect((await callAs(app, who, user.email, 'totpDelete', {})).outcome).toBe('200')
    expect((await factors()).totp).toBeNull()
    expect(await lastMail()).toMatchObject({ subject: 'O aplicativo autenticador foi removido' })
    expect((await callAs(app, who, user.email, 'totpDelete', {})).outcome).toBe('404 not-found')
  })

  test('of another user is neither shown nor removed', async () => {
    const other = await app.build.user()
    await makeTotp(app, other)
    expect((await factors()).totp).toBeNull()
    expect((await callAs(app, who, user.email, 'totpDelete', {})).outcome).toBe('404 not-found')
  })
})

describe('recovery codes', () => {
  test('are ten, different, shown once, and stored only as digests', async () => {
    const codes = await makeRecoveryCodes(app, who, user.email)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){5}[2-9A-HJ-NP-Z]{4}$/)
    expect((await factors()).recovery_codes).toEqual({
      created_at: now().toISOString(),
      unused: 10,
    })
    const stored = await app.db.selectFrom('recovery_codes').selectAll().execute()
    const kept = JSON.stringify([stored, await lastEvent(app.db), await lastMail()])
    for (const code of codes) expect(kept).not.toContain(code)
    expect(await lastMail()).toMatchObject({
      subject: 'Novos códigos de recuperação foram gerados',
      text: expect.not.stringContaining('Os anteriores não valem mais.') as string,
    })
  })

  test('new codes replace all older ones, also after two concurrent calls', async () => {
    await makeRecoveryCodes(app, who, user.email)
    await Promise.all([1, 2].map(() => makeRecoveryCodes(app, who, user.email)))
    expect((await factors()).recovery_codes?.unused).toBe(10)
    expect(await lastMail()).toMatchObject({
      text: expect.stringContaining('Os anteriores não valem mais.') as string,
    })
  })
})

test('users of an identity provider can add neither', async () => {
  const { session, secret } = await options()
  const body = { session, code: appCode(secret, now()) }
  const ofApp = await confirmByPassword(app, who, user.email, 'totpCreate', { body })
  const ofCodes = await confirmByPassword(app, who, user.email, 'recoveryCodesCreate', {})
  await app.db.updateTable('users').set({ federated: true }).where('id', '=', user.id).execute()
  // As after a confirmation by the provider.
  const expires_at = new Date(now().getTime() + minutes(2))
  await app.db.updateTable('confirmations').set({ expires_at }).execute()
  const outcomes = [
    await app.client.call('totpOptions', who),
    await app.client.call('totpCreate', { ...who, body, headers: { code: ofApp } }),
    await app.client.call('recoveryCodesCreate', { ...who, headers: { code: ofCodes } }),
  ].map(({ outcome }) => outcome)
  expect(outcomes).toEqual(Array(3).fill('403 forbidden'))
})
