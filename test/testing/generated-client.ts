import { registerHooks } from 'node:module'

const compilerApi = new URL('./compiler-api.ts', import.meta.url).href

/**
 * Returns the client types that `openapi-typescript` generates from an OpenAPI document. The package needs the API of
 * TypeScript, which TypeScript 7 lacks, so a module hook gives this package an earlier version.
 */
export async function generateClientTypes(document: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' && context.parentURL?.includes('/node_modules/openapi-typescript/')
        ? next(compilerApi, context)
        : next(specifier, context),
  })
  try {
    const { default: openapiTS, astToString } = await import('openapi-typescript')
    return astToString(await openapiTS(document))
  } finally {
    hooks.deregister()
  }
}

/** A client that signs in and lists services. A test compiles it against these types. */
export const clientTrip = `
import createClient from 'openapi-fetch'
import type { components, paths } from './portaria.d.ts'

export interface Person {
  url: string
  basic: string
  email: string
  readCode: () => Promise<string>
}

function unwrap<T>({ data, error }: { data?: { result: { data: T } }; error?: components['schemas']['Failure'] }): T {
  if (!data) throw new Error(error?.result.httpMessage)
  return data.result.data
}

export async function trip({ url, basic, email, readCode }: Person) {
  const api = createClient<paths>({ baseUrl: url })
  const begun = unwrap(
    await api.POST('/api/auth-local', {
      params: { header: { 'x-captcha-token': 'none' } },
      headers: { authorization: basic },
    }),
  )
  const session = begun.Session
  unwrap(await api.POST('/api/user/choose-mfa', { body: { session, email, answer: 'EMAIL_OTP' } }))
  const answered = await api.POST('/api/user/change-mfa', {
    body: { session, email, code: await readCode(), challengeName: 'EMAIL_OTP' },
  })
  const { access_token } = unwrap(answered)
  const cookie = answered.response.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
  const headers = { authorization: 'Bearer ' + access_token, cookie }
  const permissions = unwrap(
    await api.POST('/api/user/initial-permissions', { body: { access_token }, headers }),
  )
  const [company] = permissions.companies
  const console = company?.services.flatMap(({ modules }) => modules).find(({ id }) => id === 1)
  if (!company || !console?.url) throw new Error('No place is offered.')
  const { code } = unwrap(
    await api.POST('/api/user-local/code', {
      body: { module_id: console.id, redirect_uri: console.url + '/home', access_token, company_id: company.id },
      headers,
    }),
  )
  const entered = unwrap(
    await api.GET('/api/user-local/token', { params: { query: { code } }, headers: { cookie } }),
  )
  const services = unwrap(
    await api.GET('/api/service', {
      params: { query: { page: 1, take: 5 } },
      headers: { authorization: 'Bearer ' + entered.access_token, cookie },
    }),
  )
  return services.rows.map(({ name, created_at }): [string, string] => [name, created_at])
}

/** Never called: calls that the types must reject. */
export async function refused() {
  const api = createClient<paths>({ baseUrl: '' })
  // @ts-expect-error a page has 5, 10, 20 or 50 rows
  await api.GET('/api/service', { params: { query: { take: 7 } } })
  // @ts-expect-error the confirmation is missing
  await api.POST('/api/user/reset-password', { body: { email: '' } })
}
`
