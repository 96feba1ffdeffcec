import { commonModuleId } from '../../contract/constants.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { SeparationKind, separationRules } from '../../contract/separation-rules.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { createRecord, replaceRecord, requireFound, type Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { requireEveryCompany, separationRuleInScope } from '../scope/separation-scope.ts'
import { findMembers, findRule, separationRuleTable } from './separation-rule-queries.ts'

const ruleRecord = {
  name: 'separation-rule',
  missing: 'separation-rule-not-found',
  table: separationRuleTable,
  inScope: (who: Principal) => separationRuleInScope(scopeOf(who)),
  requireCreator: requireAdministrator,
  requireWriter: requireAdministrator,
  read: readRule,
} as const

/** Returns a rule. Throws `forbidden` unless the caller sees every company. */
export async function readRule(db: Db, who: Principal, id: number) {
  requireEveryCompany(who)
  return requireFound(await findRule(db, id), 'separation-rule-not-found')
}

/** Creates a rule. Existing violations stay and are listed. */
export async function createRule(
  write: Write,
  { name, kind, active, first_id, second_id }: BodyOf<typeof separationRules.separationRuleCreate>,
) {
  requireAdministrator(write.who)
  await requirePair(write.db, kind, { first_id, second_id })
  const [first, second] = [Math.min(first_id, second_id), Math.max(first_id, second_id)]
  const pair =
    kind === 'profiles'
      ? { first_profile_id: first, second_profile_id: second }
      : { first_function_id: first, second_function_id: second }
  return createRecord(write, ruleRecord, { name, active, ...pair })
}

/** Replaces name and status of a rule. */
export function replaceRule(
  write: Write,
  id: number,
  { version, name, active }: BodyOf<typeof separationRules.separationRuleUpdate>,
) {
  requireAdministrator(write.who)
  return replaceRecord(write, ruleRecord, { id, version, values: { name, active } })
}

/** Throws unless these are two different profiles or functions that people can have without each other. */
async function requirePair(
  db: Db,
  kind: SeparationKind,
  pair: { first_id: number; second_id: number },
): Promise<void> {
  const found = new Map(
    (await findMembers(db, kind, Object.values(pair))).map((member) => [member.id, member]),
  )
  const missing: ProblemCode = kind === 'profiles' ? 'profile-not-found' : 'function-not-found'
  for (const [field, id] of Object.entries(pair)) {
    const member = found.get(id)
    if (!member) throw new Problem(missing, { fields: { [field]: new Problem(missing).message } })
    // Everyone has every function of the common module.
    if (member.module_id === commonModuleId)
      throw new Problem('invalid-input', { fields: { [field]: ofEveryone } })
  }
  if (pair.first_id === pair.second_id)
    throw new Problem('invalid-input', { fields: { second_id: twice } })
}

const twice = 'Escolha dois diferentes.'
const ofEveryone = 'Toda pessoa tem as funções do módulo comum.'
