import { api, type Operation } from '../../contract/api.ts'
import { type Access, type Endpoint, grantsFor, isRead } from '../../contract/endpoint.ts'
import { problemOf, type ProblemCode } from '../../contract/problems.ts'
import { mayHoldAction, supportWrites } from '../../contract/reader-profiles.ts'
import type {
  Made,
  EndpointFixture,
  RowOwner,
} from '../testing/endpoint-fixtures/endpoint-fixture.ts'
import type { Held } from '../testing/fixture-world.ts'
import type { Caller } from './matrix-people.ts'

/** Suffix of an outcome if the response contains data that companies do not see. */
export const withAll = ', with all beneath'

const refusal = (code: ProblemCode): string => `${problemOf(code).status} ${code}`
const forbidden = refusal('forbidden')

/** Whether the grants include the endpoint's screen and action, or its back function, such as `PUT /service/{id}`. */
function opens(held: Held | undefined, access: Exclude<Access, string>, place: string): boolean {
  if (!held) return false
  if (held.back?.includes(place)) return true
  return grantsFor(access).some(({ screen, action }) =>
    held.screens.some(
      (own) => own.screen === screen && (action === undefined || own.actions.includes(action)),
    ),
  )
}

/** Removes the actions that profiles 3 and 4 may not hold (rulings §11). */
function effective(held: Held | undefined, { profileId }: Caller): Held | undefined {
  return (
    held && {
      ...held,
      screens: held.screens.map(({ screen, actions }) => ({
        screen,
        actions: actions.filter((action) => mayHoldAction(profileId, screen, action)),
      })),
    }
  )
}

/** Profiles 3 and 4 are read-only, except for a few writes of profile 3. */
function mayWrite(operation: Operation, { name }: Caller): boolean {
  if (name === 'support') return supportWrites.some((one) => one === operation)
  return name !== 'auditor'
}

/** Returns the guard's refusal that follows from `access`, or undefined if the call passes. */
export function guardRefusal(operation: Operation, caller: Caller, held: Held | undefined) {
  const endpoint: Endpoint = api[operation]
  const { access, method, path, confirm, refusesApiTokens, grantsRights } = endpoint
  const { name } = caller
  if (access === 'public') return undefined
  if (name === 'nobody') return refusal('access-token-missing')
  if (name === 'expired' || name === 'revoked') return refusal('access-token-expired')
  if (name === 'program' && (typeof access === 'string' || confirm === true || refusesApiTokens))
    return forbidden
  if (access === 'any-token') return undefined
  if (name === 'elsewhere') return forbidden
  if (access === 'signed-in') return undefined
  if (!isRead(endpoint) && !mayWrite(operation, caller)) return forbidden
  if (!opens(effective(held, caller), access, `${method} ${path}`)) return forbidden
  const lentOnly = name === 'delegate' && grantsRights === 'always'
  return lentOnly ? refusal('delegation-grants-nothing') : undefined
}

/** Returns the rows that an endpoint of this scope is tested with. */
export function rowsOf<K extends Operation>({ scope, shown }: EndpointFixture<K>): RowOwner[] {
  if (scope === 'none' || scope === 'new') return ['own']
  if (scope === 'installation' || scope === 'oversight') return ['own', 'missing']
  return ['own', ...(shown ? (['shown'] as const) : []), 'foreign', 'missing']
}

/** Returns the expected outcome of a call that passed the guard, according to the fixture's scope. */
export function scopeOutcome<K extends Operation>(
  { method, success }: Endpoint,
  fixture: EndpointFixture<K>,
  { name, administrator }: Caller,
  rowOwner: RowOwner,
  { beneath }: Pick<Made<K>, 'beneath'>,
): string {
  const { scope, lists } = fixture
  const { everyPerson, offersBeneath, initialToken } = fixture
  if (name === 'initial' && initialToken !== undefined) return initialToken
  const seesAll = administrator || name === 'auditor'
  const seesBeneath = offersBeneath ? administrator : seesAll
  const all = seesBeneath && beneath !== undefined ? withAll : ''
  const helps = name === 'support' && rowOwner === 'foreign'
  if (helps && typeof everyPerson === 'string') return everyPerson
  if (!administrator && (scope === 'new' || scope === 'installation')) return forbidden
  if (scope === 'oversight' && !seesAll) return forbidden
  const reaches = seesAll || (helps && everyPerson === true)
  if (!sees(scope, reaches, rowOwner)) return lists ? '200 not listed' : notFound(fixture)
  const shared = scope === 'catalogue' || rowOwner === 'shown'
  if (!administrator && shared && method !== 'GET') return forbidden
  if (lists) return `200 listed${all}`
  return 'redirect' in success ? '302' : `200${all}`
}

function sees(
  scope: EndpointFixture<Operation>['scope'],
  reachesAll: boolean,
  rowOwner: RowOwner,
): boolean {
  if (rowOwner === 'missing') return false
  if (rowOwner === 'foreign') return reachesAll && scope !== 'person'
  return true
}

/** Returns the problem that reports a missing row to this caller. */
function notFound<K extends Operation>({ problems }: EndpointFixture<K>): string {
  const found = Object.entries<unknown>(problems).find(
    ([, provocation]) => provocation === 'missing',
  )
  if (!found) throw new Error('The fixture has rows but no problem for a missing one.')
  return refusal(found[0] as ProblemCode)
}
