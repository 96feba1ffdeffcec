import { accessEffect, foreseeable } from '../../contract/access-effect.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Call, Handlers } from '../binder/call.ts'
import { type ConstraintMeanings, declaredProblem } from '../binder/constraints.ts'
import { checkInput } from '../binder/input.ts'
import { grantOpens } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import type { Principal } from '../binder/principal.ts'
import { type Scope, writeScopeOf } from '../scope/scope.ts'
import { withinAssigned } from '../sessions/guard.ts'
import type { Clock } from '../shared/clock.ts'
import { type Concern, concernOf } from './concerns.ts'
import { foresee } from './foresee.ts'

type Writes = Handlers<typeof foreseeable>
type Asked = Call<typeof accessEffect.accessEffectForesee>

/**
 * So many milliseconds it may look, since others wait for what the write has locked, and wait no longer than a statement
 * may take.
 */
const longest = 10_000

interface Needs {
  clock: Clock
  constraintMeanings: ConstraintMeanings
}

/** The writes are those that the endpoints themselves are bound to: nothing here knows how they are made. */
export function accessEffectRoutes(
  { clock, constraintMeanings }: Needs,
  writes: Writes,
): Handlers<typeof accessEffect> {
  return {
    accessEffectForesee(call) {
      const { operation } = call.body
      const endpoint: Endpoint = foreseeable[operation]
      const integration = requireGrant(call, endpoint)
      const { concern, write } = writeOf(call, endpoint, writes)
      const end = performance.now() + longest
      return foresee(call.db, {
        concern,
        scope: writeScopeOf(call.who),
        now: clock.now(),
        isOver: () => call.request.isGone() || performance.now() > end,
        async write(db) {
          try {
            const who = integration ? call.who : withinAssigned(call.who, endpoint.access, endpoint)
            await write(db, who)
          } catch (error) {
            throw declaredProblem(constraintMeanings, error, endpoint) ?? error
          }
        },
      })
    },
  }
}

/**
 * Refuses a caller who may not make the write, except an integration that holds this endpoint itself. Returns whether it
 * is such an integration.
 */
function requireGrant({ who }: Asked, endpoint: Endpoint): boolean {
  const { access } = endpoint
  const { method, path } = accessEffect.accessEffectForesee
  const grants = who.place?.grants
  if (grants?.writing.endpoints.has(`${method} ${path}`)) return true
  if (!grants || typeof access === 'string' || !grantOpens(grants.writing, access, endpoint))
    throw new Problem('forbidden')
  return false
}

/** The bearer as the write itself would see them: what profiles 3 and 4 read doesn't count (decision 53). */
function asWriter(who: Principal): Principal {
  const writer = { ...who }
  delete writer.extent
  return writer
}

/** The write as its own endpoint would make it: the same input, checked by the same schemas, and the same handler. */
function writeOf(call: Asked, endpoint: Endpoint, writes: Writes) {
  const { operation, params, body } = call.body
  const input = {
    params: checkInput(endpoint.params, params, 'params'),
    body: checkInput(endpoint.body, body, 'body'),
    query: undefined,
  }
  // Each handler and concern was checked against its own endpoint; from here on they are treated alike.
  const concern = concernOf[operation] as (input: object, scope: Scope) => Concern
  const handler = writes[operation] as (call: object) => Promise<unknown>
  const silent = {
    audit: () => undefined,
    setBrowser: () => undefined,
    setHeader: () => undefined,
    // Nothing is written that would have to be confirmed.
    confirmIdentity: () => Promise.resolve(),
  }
  return {
    concern: concern(input, writeScopeOf(call.who)),
    write: (db: Db, who: Asked['who']) =>
      handler({ ...call, ...input, ...silent, who: asWriter(who), db }),
  }
}
