import { type RawBuilder, sql } from 'kysely'
import type { NamedKind, ScreenKind } from '../../contract/record-kinds.ts'
import type { Database } from '../../database/database-types.ts'
import { accessRequestInScope } from '../scope/access-request-scope.ts'
import {
  actionInScope,
  functionInScope,
  moduleInScope,
  serviceInScope,
} from '../scope/catalogue-scope.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { planInScope } from '../scope/plan-scope.ts'
import { profileInScope } from '../scope/profile-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { separationRuleInScope } from '../scope/separation-scope.ts'
import { userInScope } from '../scope/user-scope.ts'

/** The table that stores one kind of record. */
interface RecordTable {
  table: keyof Database
  /** Condition: the row is visible to the caller. */
  inScope: (scope: Scope) => RawBuilder<boolean>
  /**
   * All columns, if none of them contains personal data; an erasure leaves such a table unchanged. Null if the table
   * contains personal data: `personal-data.ts` then lists its columns.
   */
  nonPersonal: readonly string[] | null
}

const saved = ['id', 'created_at', 'updated_at', 'version', 'search_line'] as const

/** Tables of the kinds of records that have screens. Each table has a column `name`. */
export const recordTables: Readonly<Record<ScreenKind, RecordTable>> = {
  user: { table: 'users', inScope: userInScope, nonPersonal: null },
  service: {
    table: 'services',
    inScope: (scope) => serviceInScope(scope, sql`services.id`),
    nonPersonal: [...saved, 'name', 'description', 'active'],
  },
  module: {
    table: 'modules',
    inScope: (scope) => moduleInScope(scope, sql`modules.id`),
    nonPersonal: [...saved, 'service_id', 'name', 'protocol', 'url', 'is_enable_spid', 'active'],
  },
  function: {
    table: 'functions',
    inScope: functionInScope,
    nonPersonal: [
      ...saved,
      'module_id',
      'name',
      'url',
      'code',
      'environment',
      'method',
      'accredited_enable',
      'active',
      'search_doubled',
    ],
  },
  action: {
    table: 'actions',
    inScope: actionInScope,
    nonPersonal: [...saved, 'function_id', 'name', 'path', 'active'],
  },
  // The e-mail belongs to the company, not to a user.
  company: {
    table: 'companies',
    inScope: (scope) => companyInScope(scope, sql`companies.id`),
    nonPersonal: [
      'assignment_days_max',
      ...saved,
      'name',
      'email',
      'document',
      'active',
      'sign_in_policy',
      'sign_in_policy_begins_at',
    ],
  },
  plan: {
    table: 'plans',
    inScope: (scope) => planInScope(scope, sql`plans.id`),
    nonPersonal: [...saved, 'name', 'active'],
  },
  profile: {
    table: 'profiles',
    inScope: profileInScope,
    nonPersonal: [
      'assignment_days_max',
      ...saved,
      'module_id',
      'company_id',
      'name',
      'active',
      'accredited_enable',
      'master_profile',
      'profile_type_id',
      'created_by',
    ],
  },
  'separation-rule': {
    table: 'separation_rules',
    inScope: separationRuleInScope,
    nonPersonal: [
      ...saved,
      'name',
      'first_profile_id',
      'second_profile_id',
      'first_function_id',
      'second_function_id',
      'active',
    ],
  },
}

/** Selects the name of a record by id if the record is in scope. */
type NameQuery = (scope: Scope, id: RawBuilder<unknown>) => RawBuilder<unknown>

const nameQueryOf =
  ({ table, inScope }: RecordTable): NameQuery =>
  (scope, id) =>
    sql`select ${sql.ref(`${table}.name`)} from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${id} and ${inScope(scope)}`

const otherQueries: Readonly<Record<Exclude<NamedKind, ScreenKind> | 'api-token', NameQuery>> = {
  'plan-module': (scope, id) => sql`
    select p.name || ' · ' || m.name from plan_modules pm join plans p on p.id = pm.plan_id
    join modules m on m.id = pm.module_id where pm.id = ${id} and ${planInScope(scope, sql`p.id`)}`,
  'loose-plan': (scope, id) => sql`
    select c.name || ' · ' || m.name from loose_plans lp join companies c on c.id = lp.company_id
    join modules m on m.id = lp.module_id where lp.id = ${id} and ${companyInScope(scope, sql`c.id`)}`,
  // A request has no name, so it is shown by its module.
  'access-request': (scope, id) => sql`
    select m.name from access_requests r join users on users.id = r.requester_id join modules m on m.id = r.module_id
    where r.id = ${id} and ${accessRequestInScope(scope)}`,
  // A token has no name, so it is shown by its first characters, as in the list of tokens.
  'api-token': (scope, id) => sql`
    select t.start || '…' from api_tokens t join users on users.id = t.user_id
    where t.id = ${id} and ${companyInScope(scope, sql`t.company_id`)} and ${userInScope(scope)}`,
}

/** Name queries by kind. */
export const nameQueries: Readonly<Record<string, NameQuery>> = {
  ...Object.fromEntries(
    Object.entries(recordTables).map(([kind, table]) => [kind, nameQueryOf(table)]),
  ),
  ...otherQueries,
}
