import type { DecodedToken } from '../../contract/decoded-token.ts'
import type { Grants, PermissionIndex, Place, SessionState } from '../pipeline/principal.ts'
import type { FoundGrants } from './grants-queries.ts'
import type { PermissionSet } from './permission-sets.ts'

export function grantsOf(
  { company, until, delegation }: FoundGrants,
  permissionSet: PermissionSet,
): Grants {
  const shared = permissionSet.grantsIn(company)
  if (until === null && !delegation) return shared
  return {
    ...shared,
    delegation: delegation
      ? {
          id: delegation.id,
          delegated_by: delegation.delegated_by,
          end_date: delegation.end_at && new Date(delegation.end_at).toISOString(),
        }
      : undefined,
    until: until === null ? Infinity : until.getTime(),
  }
}

/** Returns the `decodedToken` of a response (portal.md §3). Without a place, the token has no permissions. */
export function decodeToken(
  session: Pick<SessionState, 'userId' | 'user'>,
  place?: Place,
  grants?: Grants,
): DecodedToken {
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
    delegation: grants?.delegation
      ? { ...grants.delegation, own: grants.own ? namesOf(grants.own) : [] }
      : null,
  }
}

/** Returns the names of screens, and of actions in the form `screen action`. */
const namesOf = ({ screens }: PermissionIndex): string[] =>
  [...screens].flatMap(([screen, actions]) => [
    screen,
    ...[...actions].map((action) => `${screen} ${action}`),
  ])
