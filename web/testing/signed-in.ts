import type { DecodedToken } from '../../contract/decoded-token.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import { consoleModuleId, administratorProfileId } from '../../contract/constants.ts'
import { refuse, type Handlers } from './fake-api.ts'

/** User data of an administrator with every grant. */
export const administrator: DecodedToken = {
  user: {
    id: 7,
    name: 'Ana Maria',
    email: 'ana@portaria.example',
    cognito_id: '7',
    company_id: null,
  },
  profiles: [
    {
      id: administratorProfileId,
      name: 'Administrador',
      master_profile: false,
      module_id: consoleModuleId,
    },
  ],
  companies: [{ id: 11, name: 'Alfa Telecom' }],
  functions: Object.entries(screens).map(([path, { name, actions }]) => ({
    path,
    name,
    code: null,
    actions: actions.map((action) => ({ path: action })),
  })),
  module_id: consoleModuleId,
  company_id: 11,
  spid: null,
  delegation: null,
}

const base64url = (claims: object) =>
  btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

let sessions = 0

/**
 * Stores the same data as the console after this user enters it (portal.md §3), including the company and SPID of this
 * tab. A document never changes these, so all tests of a file act for the same user and company. Each call starts
 * another session, so lists have no last URL.
 */
export function storeSession(userData: DecodedToken): void {
  const { id } = userData.user
  const place = { person: String(id), company: userData.company_id, spid: userData.spid }
  sessionStorage.setItem('place', JSON.stringify(place))
  const company = userData.companies.find((each) => each.id === userData.company_id)
  Object.assign(localStorage, {
    token: `e30.${base64url({ sub: String(id), company_id: userData.company_id })}.x`,
    initial_token: `e30.${base64url({ sub: String(id), session: (sessions += 1) })}.x`,
    userData: JSON.stringify(userData),
    ...(company && { company: company.name, company_id: String(company.id) }),
  })
}

/** Responses about the session, which every screen needs. */
export function sessionHandlers(userData: DecodedToken): Handlers {
  const validity = {
    active: true as const,
    user_id: userData.user.id,
    session_id: '0b0e7a2e-5a5e-4c63-9f0a-6d3c5a1f2b3c',
    module_id: userData.module_id,
    company_id: userData.company_id,
    spid: userData.spid,
    expires_at: 4_102_444_800,
    auth_time: 1_790_000_000,
    amr: ['pwd' as const, 'mfa' as const],
    acr: 'mfa' as const,
  }
  const granted = new Set(userData.functions.map(({ path }) => path))
  const open = (path: string): boolean => !(path in screens) || granted.has(path)
  return {
    userValid: ({ body: { path } }) =>
      open(path) ? { valid: true, actions: [] } : refuse('forbidden'),
    userValidate: () => validity,
    userTokenValidate: () => ({ ...validity, decodedToken: userData }),
    userLocalValidatePassword: () => ({ code: 'code' }),
    accessRequestMine: () => ({ requests: [] }),
  }
}

/** The administrator's data with only these screens, without actions. */
export const withScreens = (paths: readonly ScreenPath[]): DecodedToken => ({
  ...administrator,
  functions: paths.map((path) => ({ path, name: screens[path].name, code: null, actions: [] })),
})

/** A user with only these screens and without a profile of the console's administrators. */
export const viewer = (paths: readonly ScreenPath[]): DecodedToken => ({
  ...withScreens(paths),
  profiles: [],
})
