import { accessEffect, previewableWrites } from '../../contract/access-effect.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Call } from '../pipeline/call.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { type ConstraintMeanings, declaredProblem } from '../pipeline/constraints.ts'
import { checkInput } from '../pipeline/input.ts'
import type { PreviewQueue } from '../pipeline/preview-queue.ts'
import { opensEndpoint } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import type { Principal } from '../pipeline/principal.ts'
import { type Scope, writeScopeOf } from '../scope/scope.ts'
import { withAssignedGrantsOnly } from '../sessions/guard.ts'
import type { Clock } from '../shared/clock.ts'
import { type AffectedUsers, affectedBy } from './affected-users.ts'
import { previewWrite, type PreviewedWrite } from './preview-write.ts'

type Writes = Handlers<typeof previewableWrites>
type EffectCall = Call<typeof accessEffect.accessEffectForesee>

interface Dependencies {
  clock: Clock
  constraintMeanings: ConstraintMeanings
  previews: PreviewQueue
}

/** Returns the handler of previews. It calls the handler of the previewed write's own endpoint. */
export function accessEffectRoutes(
  { clock, constraintMeanings, previews }: Dependencies,
  writes: Writes,
): Handlers<typeof accessEffect> {
  return {
    accessEffectForesee(call) {
      const { operation } = call.body
      const endpoint: Endpoint = previewableWrites[operation]
      const integration = requireGrant(call, endpoint)
      const { affected, write } = writeOf(call, endpoint, writes)
      const previewed: PreviewedWrite = {
        affected,
        scope: writeScopeOf(call.who),
        now: clock.now(),
        async write(db) {
          try {
            const who = integration
              ? call.who
              : withAssignedGrantsOnly(call.who, endpoint.access, endpoint)
            await write(db, who)
          } catch (error) {
            throw declaredProblem(constraintMeanings, error, endpoint) ?? error
          }
        },
      }
      return previews.run(call, (db) => previewWrite(db, previewed))
    },
  }
}

/**
 * Throws if the caller may neither make this write nor call the preview endpoint as an integration. Returns whether the
 * caller is such an integration.
 */
function requireGrant({ who }: EffectCall, endpoint: Endpoint): boolean {
  const { access } = endpoint
  const { method, path } = accessEffect.accessEffectForesee
  const grants = who.place?.grants
  if (grants?.writing.endpoints.has(`${method} ${path}`)) return true
  if (!grants || typeof access === 'string' || !opensEndpoint(grants.writing, access, endpoint))
    throw new Problem('forbidden')
  return false
}

/** Returns the caller without `extraScope`, because the write is made without it too (decision 53). */
function asWriter(who: Principal): Principal {
  const writer = { ...who }
  delete writer.extraScope
  return writer
}

/** Returns the write with the handler, schemas and checked input of its own endpoint. */
function writeOf(call: EffectCall, endpoint: Endpoint, writes: Writes) {
  const { operation, params, body } = call.body
  const input = {
    params: checkInput(endpoint.params, params, 'params'),
    body: checkInput(endpoint.body, body, 'body'),
    query: undefined,
  }
  // TypeScript checked each handler and `affectedBy` against its own endpoint. From here on they share one type.
  const usersOf = affectedBy[operation] as (input: object, scope: Scope) => AffectedUsers
  const handler = writes[operation] as (call: object) => Promise<unknown>
  const silent = {
    audit: () => undefined,
    setBrowser: () => undefined,
    setHeader: () => undefined,
    // A preview is rolled back, so it needs no identity confirmation.
    confirmIdentity: () => Promise.resolve(),
  }
  return {
    affected: usersOf(input, writeScopeOf(call.who)),
    write: (db: Db, who: EffectCall['who']) =>
      handler({ ...call, ...input, ...silent, who: asWriter(who), db }),
  }
}
