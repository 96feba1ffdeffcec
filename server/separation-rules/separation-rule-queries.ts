import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { QueryOf } from '../../contract/endpoint.ts'
import type {
  SeparationKind,
  SeparationRule,
  separationRules,
} from '../../contract/separation-rules.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus } from '../database/record-status.ts'
import { recordTable } from '../database/record-table.ts'
import { nameIn } from '../database/row-search.ts'

const table = 'separation_rules'
export const ruleId = sql.ref('separation_rules.id')

export const separationRuleConstraints: ConstraintMeanings = {
  separation_rules_name_key: { problems: ['separation-rule-name-in-use'], field: 'name' },
  separation_rules_profiles_key: { problems: ['separation-rule-exists'], field: 'second_id' },
  separation_rules_functions_key: { problems: ['separation-rule-exists'], field: 'second_id' },
  separation_rules_first_profile_fkey: { problems: ['profile-not-found'], field: 'first_id' },
  separation_rules_second_profile_fkey: { problems: ['profile-not-found'], field: 'second_id' },
  separation_rules_first_function_fkey: { problems: ['function-not-found'], field: 'first_id' },
  separation_rules_second_function_fkey: { problems: ['function-not-found'], field: 'second_id' },
  // Raised by the triggers of tables/separation-conflicts.sql. Services find most conflicts before, and name the row.
  separation_of_duties: { problems: ['duties-conflict'] },
}

/** Whether the error means that a rule forbids the write. */
export const isDutyRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'separation_of_duties'

export const separationRuleTable = recordTable(table, [
  'name',
  'first_profile_id',
  'second_profile_id',
  'first_function_id',
  'second_function_id',
  'active',
])

const kind = sql<SeparationKind>`case when separation_rules.first_profile_id is null then 'functions' else 'profiles' end`

const sideOf = (number: 'first' | 'second') => sql<SeparationRule['first']>`(
  select json_build_object('id', side.id, 'name', side.name, 'active', side.active,
    'module', json_build_object('id', m.id, 'name', m.name))
  from (
    select id, name, active, module_id from profiles where id = ${sql.ref(`${table}.${number}_profile_id`)}
    union all
    select id, name, active, module_id from functions where id = ${sql.ref(`${table}.${number}_function_id`)}
  ) as side join modules m on m.id = side.module_id)`

const selectRules = (db: Db) =>
  db
    .selectFrom(table)
    .select([
      'separation_rules.id',
      'separation_rules.name',
      kind.as('kind'),
      sideOf('first').as('first'),
      sideOf('second').as('second'),
      'separation_rules.active',
      'separation_rules.created_at',
      'separation_rules.updated_at',
      'separation_rules.version',
    ])

/** Condition: a profile or function of the rule has a name that matches the pattern. */
const sideNamed = (pattern: RawBuilder<string>) => sql<boolean>`(
  exists (select from profiles p where p.id in (separation_rules.first_profile_id, separation_rules.second_profile_id)
    and search_fold(p.name) like ${pattern})
  or exists (select from functions f where f.id in (separation_rules.first_function_id, separation_rules.second_function_id)
    and search_fold(f.name) like ${pattern}))`

/** Returns the rules. The caller must see every company. */
export function listRules(db: Db, list: QueryOf<typeof separationRules.separationRuleList>) {
  const line = sql.ref(`${table}.search_line`)
  return findPage({
    list,
    from: db.selectFrom(table),
    rows: selectRules(db),
    conditions: filtered(list, {
      kind: (wanted) => sql`${kind} = ${wanted}`,
      status: hasStatus(table),
    }),
    searched: {
      name: nameIn(line),
      shows: (pattern) => sql`(${line} like ${pattern} or ${sideNamed(pattern)})`,
    },
    sorts: {
      name: sql`lower(separation_rules.name) collate natural_order`,
      created_at: sql`separation_rules.created_at`,
      updated_at: sql`separation_rules.updated_at`,
      status: sql`separation_rules.active`,
    },
    id: ruleId,
  })
}

export function findRule(db: Db, id: number) {
  return selectRules(db).where('separation_rules.id', '=', id).executeTakeFirst()
}

/** A profile or function that a rule is to name. */
export interface PairMember {
  id: number
  module_id: number
}

/** Returns those of these profiles or functions that exist. */
export function findMembers(
  db: Db,
  of: SeparationKind,
  ids: readonly number[],
): Promise<PairMember[]> {
  return db.selectFrom(of).select(['id', 'module_id']).where('id', 'in', ids).execute()
}
