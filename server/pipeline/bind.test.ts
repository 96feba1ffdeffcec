import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, api } from '../../contract/api.ts'
import { captchaHeader } from '../../contract/captcha-page.ts'
import { administratorProfileId } from '../../contract/constants.ts'
import { type BoundServer, createBoundServer } from '../../test/testing/bound-server.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { expectFailure } from '../../test/testing/expect-failure.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import type { Caller } from '../../test/testing/test-client.ts'
import type { Call } from './call.ts'
import { handlerOf, type Run, statement } from './handler.ts'

const hash = quickHashOf('Senha')

type Write = Api['userInvalidateToken']

let server: BoundServer
let person: Visitor
let who: Caller
/** The handlers that the tests set: a read and a write. */
let read: Run<Api['signInOptions']>
let write: Run<Write>

beforeAll(async () => {
  server = await createBoundServer({
    signInOptions: (call) => read(call),
    userInvalidateToken: (call) => write(call),
    federatedCompanyCallback: ({ params, query }) =>
      Promise.resolve({
        location: `/auth?provider=${params.provider}&code=${String(query['code'])}`,
      }),
    moduleLogo: () => Promise.resolve({ content: Buffer.from('<svg/>'), type: 'image/svg+xml' }),
    authLocal: () =>
      Promise.resolve({ Session: 'x'.repeat(43), ChallengeName: 'SELECT_MFA_TYPE' as const }),
  })
  person = await server.build.consoleUser({
    user: await server.build.user({ hash }),
    profileId: administratorProfileId,
  })
  who = await server.enter(person)
})
afterAll(() => server.close())
beforeEach(() => {
  read = () => Promise.resolve({ federated: false })
  write = () => Promise.resolve({})
})

const body = { access_token: 'x' }
const callWrite = (caller: Caller = who) =>
  server.client.call('userInvalidateToken', { ...caller, body })
const events = async () =>
  (await server.db.selectFrom('audit_events').select('seq').execute()).length

describe('a response', () => {
  test('contains only what the contract declares', async () => {
    const more = { federated: true, secret: 'x' }
    read = () => Promise.resolve(more)
    const { text } = await server.client.call('signInOptions', {})
    expect(text).toBe('{"result":{"data":{"federated":true}}}')
  })

  test('may be a redirect, with values from path and query', async () => {
    const answer = await server.client.request('GET', '/api/federated/callback/7?code=abc')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/auth?provider=7&code=abc')
  })

  test('may be bytes with their own content type', async () => {
    const answer = await server.client.request('GET', `/api/module/1/logo/${'a'.repeat(64)}`)
    expect([answer.status, answer.text]).toEqual([200, '<svg/>'])
    expect(answer.headers.get('content-type')).toContain('image/svg+xml')
  })

  test('carries the headers and the cookie that the handler sets', async () => {
    read = ({ setBrowser, setHeader }) => {
      setBrowser('abc')
      setHeader('access-control-allow-origin', 'https://modulo.example')
      return Promise.resolve({ federated: false })
    }
    const { headers } = await server.client.call('signInOptions', {})
    expect(headers.getSetCookie()).toEqual([
      'portaria=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200',
    ])
    expect(headers.get('access-control-allow-origin')).toBe('https://modulo.example')
  })
})

describe('a handler', () => {
  test('receives address, headers and cookies of the request', async () => {
    const seen: Call<Api['signInOptions']>[] = []
    read = (call) => {
      seen.push(call)
      return Promise.resolve({ federated: false })
    }
    const cookie = 'a=1; portaria=abc'
    const origin = 'https://modulo.example'
    const headers = {
      authorization: 'Bearer x',
      origin,
      'user-agent': 'Firefox',
      'sec-fetch-site': 'same-origin',
    }
    await server.client.call('signInOptions', { address: '10.9.8.7', cookie, headers })
    expect(seen[0]?.request).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      address: '10.9.8.7',
      userAgent: 'Firefox',
      browser: 'abc',
      cookies: cookie,
      authorization: 'Bearer x',
      origin,
      fetchSite: 'same-origin',
      isGone: expect.any(Function) as () => boolean,
    })
    // At a public endpoint there is no caller, even if a token is sent.
    expect(seen[0]?.who).toBeUndefined()
    await server.client.call('signInOptions', { headers: { 'user-agent': '' } })
    expect(seen[1]?.request).toMatchObject({ userAgent: '', browser: undefined })
  })

  test('receives the caller', async () => {
    const seen: Call<Write>[] = []
    write = (call) => {
      seen.push(call)
      return Promise.resolve({})
    }
    expect((await callWrite()).outcome).toBe('200')
    expect(seen[0]?.who).toMatchObject({
      userId: person.id,
      place: { companyId: person.company.id },
    })
    expect(seen[0]?.body).toEqual(body)
  })

  test.each<[string, Record<string, string>, string]>([
    ['Bearer in small letters', { authorization: 'bearer TOKEN' }, '200'],
    ['two tokens', { authorization: 'Bearer TOKEN TOKEN' }, '401 access-token-missing'],
    ['something before it', { authorization: 'x Bearer TOKEN' }, '401 access-token-missing'],
    ['something odd after it', { authorization: 'Bearer TOKEN!' }, '401 access-token-missing'],
    ['no scheme', { authorization: 'TOKEN' }, '401 access-token-missing'],
    ['nothing', {}, '401 access-token-missing'],
  ])('is called only with a valid token: %s', async (_, headers, outcome) => {
    const filled = Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll('TOKEN', who.token ?? ''),
    ])
    const { cookie = '' } = who
    const caller = { cookie, headers: Object.fromEntries(filled) as Record<string, string> }
    expect((await callWrite(caller)).outcome).toBe(outcome)
  })

  test('is not called for a caller without permission', async () => {
    const initial = await server.enter(person, 'nowhere yet')
    const answer = await server.client.call('serviceGet', { ...initial, params: { id: '1' } })
    expect(answer.outcome).toBe('403 forbidden')
    expect((await server.client.call('serviceGet', { ...who, params: { id: '1' } })).outcome).toBe(
      '200',
    )
  })
})

describe('input', () => {
  const fieldsOf = async (method: string, path: string, given?: string) => {
    const answer = await server.client.request(method, path, {
      ...who,
      ...(given !== undefined && { body: given }),
    })
    return answer.status === 400 ? answer.failure.fields : answer.status
  }

  test('that is invalid in body, path or query is named before the handler runs', async () => {
    write = () => Promise.reject(new Error('The handler was called.'))
    const required = 'Campo obrigatório.'
    expect(await fieldsOf('PUT', '/api/user/invalidate-token', '{}')).toEqual({
      access_token: required,
    })
    expect(await fieldsOf('PUT', '/api/user/invalidate-token')).toEqual({ body: required })
    expect(await fieldsOf('GET', '/api/service/x')).toEqual({ id: 'Identificador inválido.' })
    expect(await fieldsOf('GET', '/api/user-local/token')).toEqual({ code: required })
  })

  test('that is not declared is refused; an empty object, null and no body are accepted', async () => {
    const unexpected = 'Não é esperado nada aqui.'
    const path = '/api/sign-in-options'
    expect(await fieldsOf('GET', `${path}?x=1`)).toEqual({ query: unexpected })
    expect(await fieldsOf('GET', path)).toBe(200)
    for (const given of ['{"x":1}', '[1]', '7', 'false', '"x"'])
      expect(await fieldsOf('POST', '/api/auth-local', given)).toEqual({ body: unexpected })
    // The input is accepted, and the call is refused only for its missing captcha.
    for (const given of ['{}', 'null', '[]', undefined])
      expect(await fieldsOf('POST', '/api/auth-local', given)).toBe(403)
  })
})

describe('a captcha', () => {
  test('is required only where it is declared', async () => {
    for (const token of [undefined, 'no token of ours']) {
      const headers = token === undefined ? {} : { [captchaHeader]: token }
      expect((await server.client.call('authLocal', { headers })).outcome).toBe(
        '403 captcha-invalid',
      )
    }
    expect((await callWrite()).outcome).toBe('200')
  })
})

describe('a read', () => {
  test('writes no audit event and cannot add details', async () => {
    const before = await events()
    await server.client.call('signInOptions', {})
    read = ({ audit }) => {
      audit({ target: 'user:1' })
      return Promise.resolve({ federated: false })
    }
    const answer = await server.client.request('GET', '/api/sign-in-options')
    expectFailure(answer, '500 internal')
    expect(server.log.join('')).toContain('This endpoint declares audit: none.')
    expect(await events()).toBe(before)
  })
})

describe('the server does not start', () => {
  const never = () => Promise.reject(new Error('Not called.'))

  test.each<[string, () => unknown, string]>([
    [
      'without a handler',
      () => handlerOf('signInOptions', api.signInOptions, undefined),
      'no handler',
    ],
    [
      'with a transaction for an endpoint without an audit event',
      () => handlerOf('signInOptions', api.signInOptions, { kind: 'transaction', run: never }),
      'its handler is a transaction',
    ],
    [
      'with a read for an endpoint with an audit event',
      () => handlerOf('userBlock', api.userBlock, { kind: 'read', run: never }),
      'its handler is a read',
    ],
    [
      'with a statement for an endpoint that needs a confirmation',
      () => handlerOf('userBlock', api.userBlock, statement(never)),
      'needs a transaction',
    ],
  ])('%s', (_, start, message) => {
    expect(start).toThrow(message)
  })
})
