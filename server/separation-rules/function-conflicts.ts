import { sql } from 'kysely'
import { administratorProfileId } from '../../contract/constants.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { type Scope, scopeOf } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'

/** Number of people that a refusal names for each rule. */
const namedMax = 5

interface Violator {
  rule_id: number
  rule: string
  /** Names; null if the caller may not see the person there. */
  user: string | null
  company: string | null
  /** Number of people who would violate the rule. */
  total: number
}

/**
 * Throws if people would violate a rule by functions that are added to a profile. The error names the rules and the
 * first people that the caller sees.
 */
export async function refuseFunctionConflicts(
  db: Db,
  who: Principal,
  profileId: number,
  functionIds: readonly number[],
): Promise<void> {
  if (functionIds.length === 0 || profileId === administratorProfileId) return
  const violators = await findViolators(db, scopeOf(who), profileId, functionIds)
  if (violators.length === 0) return
  const sentences = [...Map.groupBy(violators, ({ rule_id }) => rule_id).values()].map(sentenceOf)
  throw new Problem('duties-conflict', { fields: { function_id: sentences.join(' ') } })
}

/** Returns the first people of each rule that the functions would violate, as the trigger of profile_functions decides. */
async function findViolators(
  db: Db,
  scope: Scope,
  profileId: number,
  functionIds: readonly number[],
): Promise<Violator[]> {
  const { rows } = await sql<Violator>`
    with added as (
      select r.id as rule_id, r.name as rule, side.number as side
      from separation_rules r
      cross join lateral (values (1, r.first_function_id), (2, r.second_function_id)) as side(number, function_id)
      where r.active and side.function_id = any (${[...functionIds]}::integer[])),
    sides as (
      select s.rule_id, s.side, s.profile_id from separation_sides s where s.rule_id in (select rule_id from added)
      union select rule_id, side, ${profileId}::integer from added),
    conflicts as (
      select s.rule_id, h.user_id, h.company_id,
        least(max(h.end_at) filter (where s.side = 1), max(h.end_at) filter (where s.side = 2)) as until
      from sides s join separation_holdings h on h.profile_id = s.profile_id
      group by s.rule_id, h.user_id, h.company_id
      having count(distinct s.side) = 2 and bool_or(h.profile_id = ${profileId})),
    listed as (
      select c.rule_id, case when ${companyInScope(scope, sql`co.id`)} and ${userInScope(scope)} then users.name end as "user",
        case when ${companyInScope(scope, sql`co.id`)} then co.name end as company,
        (count(*) over (partition by c.rule_id))::integer as total,
        row_number() over (partition by c.rule_id order by lower(users.name) collate natural_order, users.id, co.id) as place
      from conflicts c join users on users.id = c.user_id join companies co on co.id = c.company_id
      where not is_excepted(c.rule_id, c.user_id, c.company_id, c.until))
    select listed.rule_id, r.name as rule, listed."user", listed.company, listed.total
    from listed join separation_rules r on r.id = listed.rule_id
    where place <= ${namedMax} order by r.name, r.id, place`.execute(db)
  return rows
}

function sentenceOf(violators: readonly Violator[]): string {
  const [first] = violators
  const names = violators.flatMap(({ user, company }) =>
    user === null || company === null ? [] : [`${user} (${company})`],
  )
  const others = (first?.total ?? 0) - names.length
  const listed = names.length === 0 ? [] : [names.join(', ')]
  const counted = others === 0 ? [] : [others === 1 ? '1 pessoa' : `${others} pessoas`]
  return `A regra “${first?.rule}” não permite as duas funções à mesma pessoa. Ficariam com as duas: ${[...listed, ...counted].join(' e mais ')}.`
}
