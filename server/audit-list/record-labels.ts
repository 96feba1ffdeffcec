import { type RawBuilder, sql } from 'kysely'
import { correctionFields } from '../../contract/correction-fields.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'

// PostgreSQL 15 has no pg_input_is_valid.
const isUuid = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${id} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
const isNumber = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${id} ~ '^[0-9]{1,9}$'`

/**
 * Selects the label of an event's record, for kinds of records without a name and scope of their own. The label
 * contains the name of the user that the record is about. It is null if the record or the user no longer exists or the
 * caller does not see the user. Nothing of it is stored with the event, so an erasure also removes it here (decision
 * 42). `id` is the text after the kind.
 */
export function recordCalled(
  scope: Scope,
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`case
    when ${kind} = 'session' and ${isUuid(id)} then (
      select users.name || ', ' || to_char(s.created_at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI')
      from sessions s join users on users.id = s.user_id where s.id = ${id}::uuid and ${userInScope(scope)})
    when ${kind} = 'message' and ${isUuid(id)} then (
      select case m.channel when 'sms' then 'SMS' else 'E-mail' end || ' a ' || ${recipient(scope)}
      from outbox m where m.id = ${id}::uuid)
    when ${kind} = 'data-request' and ${isNumber(id)} then (
      select users.name || ' (' || ${fieldLabel} || ')'
      from data_requests r join users on users.id = r.user_id where r.id = ${id}::integer and ${userInScope(scope)})
    when ${kind} = 'import' and ${isNumber(id)} then (
      select i.file_name from imports i join users on users.id = i.user_id
      where i.id = ${id}::integer and ${userInScope(scope)})
  end`
}

/**
 * The recipient of `outbox m`: the user with this e-mail, otherwise the domain or the last digits. Null if the caller's
 * scope is a company and the user is out of scope.
 */
const recipient = (scope: Scope): RawBuilder<unknown> => sql`coalesce(
  (select users.name from users where users.email = m.recipient and ${userInScope(scope)} limit 1),
  ${scope === 'everything' ? sql`case m.channel when 'sms' then '…' || right(m.recipient, 4) else '…@' || split_part(m.recipient, '@', 2) end` : sql`null`})`

const fieldLabel = sql`case r.field ${sql.join(
  Object.entries(correctionFields).map(
    ([field, label]) => sql`when ${sql.lit(field)} then ${sql.lit(label)}`,
  ),
  sql` `,
)} end`
