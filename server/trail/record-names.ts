import { type RawBuilder, sql } from 'kysely'
import type { ChangedKind } from '../../contract/home-changes.ts'
import type { RecordNames } from '../../contract/trail-names.ts'
import { recordParts } from '../../contract/trail-records.ts'
import type { Db } from '../database/database.ts'
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
import { userInScope } from '../scope/user-scope.ts'

/** Query for the name of a record by id, if in scope. */
type NameInScope = (scope: Scope, id: RawBuilder<unknown>) => RawBuilder<unknown>

/** One query for each kind of record; includes all kinds whose changes HOME shows. */
const namesInScope: Readonly<
  Record<ChangedKind | 'plan-module' | 'loose-plan' | 'api-token', NameInScope>
> = {
  user: (scope, id) =>
    sql`select users.name from users where users.id = ${id} and ${userInScope(scope)}`,
  service: (scope, id) =>
    sql`select services.name from services where services.id = ${id} and ${serviceInScope(scope, sql`services.id`)}`,
  module: (scope, id) =>
    sql`select modules.name from modules where modules.id = ${id} and ${moduleInScope(scope, sql`modules.id`)}`,
  function: (scope, id) =>
    sql`select functions.name from functions where functions.id = ${id} and ${functionInScope(scope)}`,
  action: (scope, id) =>
    sql`select actions.name from actions where actions.id = ${id} and ${actionInScope(scope)}`,
  company: (scope, id) =>
    sql`select companies.name from companies where companies.id = ${id} and ${companyInScope(scope, sql`companies.id`)}`,
  plan: (scope, id) =>
    sql`select plans.name from plans where plans.id = ${id} and ${planInScope(scope, sql`plans.id`)}`,
  'plan-module': (scope, id) => sql`
    select p.name || ' · ' || m.name from plan_modules pm join plans p on p.id = pm.plan_id
    join modules m on m.id = pm.module_id where pm.id = ${id} and ${planInScope(scope, sql`p.id`)}`,
  'loose-plan': (scope, id) => sql`
    select c.name || ' · ' || m.name from loose_plans lp join companies c on c.id = lp.company_id
    join modules m on m.id = lp.module_id where lp.id = ${id} and ${companyInScope(scope, sql`c.id`)}`,
  // By its first characters, as in the list of tokens.
  'api-token': (scope, id) => sql`
    select t.start || '…' from api_tokens t join users on users.id = t.user_id
    where t.id = ${id} and ${companyInScope(scope, sql`t.company_id`)} and ${userInScope(scope)}`,
  profile: (scope, id) =>
    sql`select profiles.name from profiles where profiles.id = ${id} and ${profileInScope(scope)}`,
}

/** Kinds of records with a scope: values of their events are hidden from users who can't see the record. */
export const scopedKinds: readonly string[] = Object.keys(namesInScope)

/**
 * Current name of an event's record; null if out of scope or deleted. `kind` and `id` are the parts of the event's
 * target.
 */
export function recordName(
  scope: Scope,
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const cases = Object.entries(namesInScope).map(
    ([of, name]) => sql`when ${sql.lit(of)} then (${name(scope, id)})`,
  )
  return sql<string | null>`case ${kind} ${sql.join(cases, sql` `)} end`
}

/** Returns the current names of these records (such as `company:2`) in scope. One statement. */
export async function findRecordNames(
  db: Db,
  scope: Scope,
  records: readonly string[],
): Promise<RecordNames> {
  const requested = records.flatMap((record) => {
    const { kind, id } = recordParts(record)
    return /^\d{1,9}$/.test(id) ? [{ record, kind, id: Number(id) }] : []
  })
  if (requested.length === 0) return {}
  const { rows } = await sql<{ record: string; name: string | null }>`
    select requested.record, ${recordName(scope, sql`requested.kind`, sql`requested.id`)} as name
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as requested(record text, kind text, id integer)`.execute(
    db,
  )
  return Object.fromEntries(
    rows.flatMap(({ record, name }) => (name === null ? [] : [[record, name]])),
  )
}
