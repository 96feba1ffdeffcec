import { administratorProfileId } from '../../contract/constants.ts'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import type { Grants, Held, Place, SessionState } from '../binder/principal.ts'

/** Lays out what the database said. */
export function grantsOf(held: Held): Grants {
  const screens = new Map<string, Set<string>>()
  const endpoints = new Set<string>()
  for (const { path, environment, method, actions } of held.functions) {
    if (environment === 'back') endpoints.add(`${method} ${path}`)
    else if (environment === 'front')
      screens.set(path, new Set(actions.map((action) => action.path)))
  }
  return {
    held,
    screens,
    endpoints,
    delegationId: held.profiles.every((profile) => profile.delegation_id !== null)
      ? (held.profiles[0]?.delegation_id ?? undefined)
      : undefined,
    administrator: held.profiles.some(({ id }) => id === administratorProfileId),
    master: held.profiles.some((profile) => profile.master_profile),
    until: held.until === null ? Infinity : new Date(held.until).getTime(),
  }
}

/** About how many bytes they take in memory. */
export function weightOf(grants: Grants | undefined): number {
  const perFunction = 400
  const perAction = 150
  return (grants?.held.functions ?? []).reduce(
    (sum, { actions }) => sum + perFunction + actions.length * perAction,
    1024,
  )
}

/** The `decodedToken` of replies (portal.md §3); without a place nobody may do anything yet. */
export function decodeToken(session: SessionState, place?: Place, grants?: Grants): DecodedToken {
  const { user } = session
  return {
    user: {
      id: session.userId,
      name: user.name,
      email: user.email,
      cognito_id: user.cognitoId,
      company_id: user.companyId,
    },
    profiles:
      grants?.held.profiles.map(({ id, name, master_profile, module_id }) => ({
        id,
        name,
        master_profile,
        module_id,
      })) ?? [],
    companies: grants ? [grants.held.company] : [],
    functions: grants?.held.functions.filter(({ environment }) => environment !== 'back') ?? [],
    module_id: place?.moduleId ?? null,
    company_id: place?.companyId ?? null,
    spid: place?.spid ?? null,
  }
}
