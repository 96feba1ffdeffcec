import { describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import { type Endpoint, type Endpoints, eventOf, grantsFor } from '../../contract/endpoint.ts'
import { exportProblems, guardProblems, problems, sharedProblems } from '../../contract/problems.ts'
import { screens } from '../../contract/screens.ts'

const endpoints: Endpoints = api
const all: [string, Endpoint][] = Object.entries(endpoints)

/** Reads that are asked with a body, and so not by GET. */
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
  'operatorPreview',
] satisfies Operation[]
const writes = all.filter(
  ([operation, { method }]) => method !== 'GET' && !askedWithBody.includes(operation),
)

describe('every endpoint', () => {
  test.each(all)(
    '%s declares who may call it, what is audited and what may go wrong',
    (_, endpoint) => {
      expect(['public', 'signed-in', 'any-token', 'object']).toContain(
        typeof endpoint.access === 'object' ? 'object' : endpoint.access,
      )
      expect(eventOf(endpoint)).toMatch(/^(none|[a-z-]+\.[a-z-]+)$/)
      expect(Array.isArray(endpoint.problems)).toBe(true)
      expect(endpoint.summary).toMatch(/^[A-Z].+[.?]$/)
      expect(endpoint.success).toBeDefined()
    },
  )

  test.each(writes)('%s, which writes, is audited', (_, endpoint) => {
    expect(endpoint.audit).not.toBe('none')
  })

  test.each(all)('%s names its parameters as its path does', (_, { path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {})).toEqual(inPath)
  })

  test.each(all)('%s repeats no problem that it shares anyway', (_, endpoint) => {
    const shared: readonly string[] = sharedProblems
    expect(endpoint.problems.filter((code) => shared.includes(code))).toEqual([])
    expect(new Set(endpoint.problems).size).toBe(endpoint.problems.length)
  })

  test('has a method and path of its own', () => {
    const places = all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(places).size).toBe(places.length)
  })

  test('that asks to confirm identity, or names a grant, is not public', () => {
    for (const [operation, endpoint] of all) {
      if (endpoint.confirm) expect(endpoint.access, operation).not.toBe('public')
      if (endpoint.confirm) expect(endpoint.audit, operation).not.toBe('none')
    }
  })

  test('that names a grant names a screen and an action that exist', () => {
    for (const [operation, { access }] of all) {
      if (typeof access !== 'object') continue
      for (const { screen, action } of grantsFor(access)) {
        const { actions }: { actions: readonly string[] } = screens[screen]
        if (action !== undefined) expect(actions, operation).toContain(action)
      }
    }
  })

  test('and the server use every problem there is', () => {
    const ofTheServer = [
      'unknown-path',
      'malformed-request',
      'request-timeout',
      'headers-too-large',
      'method-not-allowed',
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
