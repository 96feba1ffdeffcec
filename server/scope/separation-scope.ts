import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { type Scope, scopeOf } from './scope.ts'

/** Condition on rules of separation of duties: they concern every company, so only a scope of everything has them. */
export function separationRuleInScope(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`${scope === 'everything'}::boolean`
}

/**
 * Throws unless the caller sees the rows of every company: administrators, and profile 4 in reads. Rules and their
 * violations name people and profiles of all companies. Called first, so that others get a 403 and no empty list.
 */
export function requireEveryCompany(who: Principal): void {
  if (scopeOf(who) !== 'everything') throw new Problem('forbidden')
}
