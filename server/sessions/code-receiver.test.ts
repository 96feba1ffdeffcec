import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp
let visitor: Visitor
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  visitor = await app.build.visitor()
  who = await app.trips.enter(visitor)
})
afterAll(() => app.close())

const freshCode = async (of: Visitor = visitor) =>
  (await app.trips.askForCode(who, of.at)).data.code
const exchange = (code: string, headers: Record<string, string> = {}, cookie?: string) =>
  app.client.call('userLocalToken', {
    query: { code },
    headers,
    ...(cookie !== undefined && { cookie }),
  })
const secretOf = (of: Visitor = visitor) => basic(of.module.id, of.module.secret ?? '')

describe('a module with a secret', () => {
  test('is refused without the secret, with a wrong one, with that of another module, and with another user name', async () => {
    const other = await app.build.visitor()
    const code = await freshCode()
    const secret = visitor.module.secret ?? ''
    const wrong: Record<string, string>[] = [
      {},
      basic(visitor.module.id, 'wrong'),
      basic(visitor.module.id, ''),
      secretOf(other),
      basic(visitor.module.id, other.module.secret ?? ''),
      basic(other.module.id, secret),
      basic(`0${visitor.module.id}`, secret),
      { authorization: `Bearer ${secret}` },
      { origin: visitor.module.origin },
    ]
    for (const headers of wrong)
      expect((await exchange(code, headers)).outcome).toBe('401 module-secret-invalid')
    expect((await exchange(code, secretOf())).outcome).toBe('200')
  })

  test('may use either of two active secrets, but not a retired one', async () => {
    const mine = await app.build.visitor()
    const session = await app.trips.enter(mine)
    const secondSecret = await app.build.moduleSecret(mine.module.id, 2)
    const tryWith = async (secret: string) => {
      const { code } = (await app.trips.askForCode(session, mine.at)).data
      return (await exchange(code, basic(mine.module.id, secret))).outcome
    }
    expect(await tryWith(mine.module.secret ?? '')).toBe('200')
    expect(await tryWith(secondSecret)).toBe('200')
    await app.db
      .updateTable('module_secrets')
      .set({ retired_at: app.clock.now() })
      .where('module_id', '=', mine.module.id)
      .where('slot', '=', 1)
      .execute()
    expect(await tryWith(mine.module.secret ?? '')).toBe('401 module-secret-invalid')
    expect(await tryWith(secondSecret)).toBe('200')
  })

  test('gets no CORS header for another origin', async () => {
    const answer = await exchange(await freshCode(), {
      ...secretOf(),
      origin: 'https://mal.example',
    })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a module without a secret', () => {
  test('may exchange a code only from its own origin', async () => {
    const mine = await app.build.visitor({
      user: visitor,
      module: await app.build.module({ secret: false }),
    })
    const code = await freshCode(mine)
    const { origin } = mine.module
    for (const wrong of [
      undefined,
      'null',
      'https://mal.example',
      `${origin}.mal.example`,
      origin.replace('https', 'http'),
    ]) {
      const answer = await exchange(code, wrong === undefined ? {} : { origin: wrong })
      expect(answer.outcome).toBe('401 module-secret-invalid')
    }
    const answer = await exchange(code, { origin })
    expect(answer.data.decodedToken.module_id).toBe(mine.module.id)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  })
})

describe('the code of the console itself', () => {
  test('is only exchanged by the browser of its session', async () => {
    const person = await app.build.consoleUser()
    const session = await app.trips.enter(person)
    const thief = await app.trips.enter(await app.build.user())
    const { code } = (await app.trips.askForCode(session, person.at)).data
    expect((await exchange(code)).outcome).toBe('404 code-not-found')
    expect((await exchange(code, {}, thief.cookie)).outcome).toBe('404 code-not-found')
    const { data } = await exchange(code, {}, session.cookie)
    expect(data.decodedToken.module_id).toBe(1)
    expect((await app.trips.valid({ ...session, token: data.access_token })).status).toBe(200)
  })

  test('revokes its first token if the same browser repeats it', async () => {
    const person = await app.build.consoleUser()
    const session = await app.trips.enter(person)
    const { code } = (await app.trips.askForCode(session, person.at)).data
    const { access_token: token } = (await exchange(code, {}, session.cookie)).data
    expect((await exchange(code, {}, session.cookie)).outcome).toBe('404 code-not-found')
    expect((await app.trips.valid({ ...session, token })).outcome).toBe('401 access-token-expired')
  })
})
