import { describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import { type Endpoint, type Endpoints, eventOf, grantsFor } from '../../contract/endpoint.ts'
import { exportProblems, guardProblems, problems, sharedProblems } from '../../contract/problems.ts'
import { screens } from '../../contract/screens.ts'

const endpoints: Endpoints = api
const all: [string, Endpoint][] = Object.entries(endpoints)

/** Reads with a request body, or with a new challenge in each response, which therefore are not GET. */
const askedWithBody: readonly string[] = [
  'userTokenValidate',
  'userValid',
  'userVerifyLastAccess',
  'userInitialPermissions',
  'companyConsultSpid',
  'userSearch',
  'seatEffectOfPlan',
  'seatEffectOfLoosePlan',
  'accessEffectForesee',
  'userProfileOffersMany',
  'userProfileOffersNew',
  'operatorPreview',
  'passkeyOptions',
  'totpOptions',
  'authPasskeyOptions',
  'userLocalValidatePasskeyOptions',
] satisfies Operation[]
const writes = all.filter(
  ([operation, { method }]) => method !== 'GET' && !askedWithBody.includes(operation),
)

describe('every endpoint', () => {
  test.each(all)('%s declares its access, its auditing and its problems', (_, endpoint) => {
    expect(['public', 'signed-in', 'any-token', 'object']).toContain(
      typeof endpoint.access === 'object' ? 'object' : endpoint.access,
    )
    expect(eventOf(endpoint)).toMatch(/^(none|[a-z-]+\.[a-z-]+)$/)
    expect(Array.isArray(endpoint.problems)).toBe(true)
    expect(endpoint.summary).toMatch(/^[A-Z].+[.?]$/)
    expect(endpoint.success).toBeDefined()
  })

  test.each(writes)('%s writes and is audited', (_, endpoint) => {
    expect(endpoint.audit).not.toBe('none')
  })

  test.each(all)('%s has the parameters of its path', (_, { path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {})).toEqual(inPath)
  })

  test.each(all)('%s does not repeat shared problems', (_, endpoint) => {
    const shared: readonly string[] = sharedProblems
    expect(endpoint.problems.filter((code) => shared.includes(code))).toEqual([])
    expect(new Set(endpoint.problems).size).toBe(endpoint.problems.length)
  })

  test('has a unique method and path', () => {
    const places = all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(places).size).toBe(places.length)
  })

  test('is not public if it requires confirmation or a grant', () => {
    for (const [operation, endpoint] of all) {
      if (endpoint.confirm) expect(endpoint.access, operation).not.toBe('public')
      if (endpoint.confirm) expect(endpoint.audit, operation).not.toBe('none')
    }
  })

  test('has grants of existing screens and actions', () => {
    for (const [operation, { access }] of all) {
      if (typeof access !== 'object') continue
      for (const { screen, action } of grantsFor(access)) {
        const { actions }: { actions: readonly string[] } = screens[screen]
        if (action !== undefined) expect(actions, operation).toContain(action)
      }
    }
  })

  test('declares every problem together with the server', () => {
    const ofTheServer = [
      'unknown-path',
      'malformed-request',
      'request-timeout',
      'headers-too-large',
      'method-not-allowed',
      'method-not-implemented',
      'range-not-satisfiable',
      'identity-confirmation-required',
      'delegation-grants-nothing',
      'captcha-invalid',
    ]
    const ofRedirects = ['federated-user-unknown', 'federated-refused', 'federated-unavailable']
    const used = new Set<string>([
      ...sharedProblems,
      ...guardProblems,
      ...exportProblems,
      ...ofTheServer,
      ...ofRedirects,
      ...all.flatMap(([, endpoint]) => endpoint.problems),
    ])
    expect(Object.keys(problems).filter((code) => !used.has(code))).toEqual([])
  })
})
