import type pg from 'pg'
import { onOneConnection } from './one-connection.ts'

/**
 * Rights of the server's role on tables that it may not freely read and write. The role can only append to the audit
 * log. It owns nothing, so it cannot change triggers, functions or rights.
 */
const RIGHTS: Readonly<Record<string, string>> = {
  // The database assigns number and time of an event.
  audit_entries: `select, insert (operation, event, user_id, session_id, company_id, delegation_id, api_token_id, target,
    confirmed_by, request_id, part_of, commitments)`,
  // An erasure deletes values. A trigger that runs as the owner records each deletion in the audit log (decision 42).
  audit_values: 'select, insert, delete',
  audit_pending: 'select, insert (seq), delete',
  audit_leaves: 'select, insert',
  audit_tiles: 'select, insert, update (hashes)',
  // The database assigns the time of a checkpoint.
  audit_checkpoints: 'select, insert (size, note)',
  audit_keys: 'select, insert',
  schema_migrations: 'select',
}
const OF_TABLES = 'select, insert, update, delete'
const OF_VIEWS = 'select'

interface Relation {
  name: string
  kind: 'table' | 'view'
}

/** Grants the role exactly its rights on all objects, and revokes all others. */
export async function grantServerRights(client: pg.Client, role: string): Promise<void> {
  const to = client.escapeIdentifier(role)
  const { rows } = await client.query<Relation>(
    `select relname as name, case when relkind in ('r', 'p') then 'table' else 'view' end as kind
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
  )
  const grants = rows.map(({ name, kind }) => {
    const rights = RIGHTS[name] ?? (kind === 'table' ? OF_TABLES : OF_VIEWS)
    return `grant ${rights} on ${client.escapeIdentifier(name)} to ${to}`
  })
  const database = client.escapeIdentifier(client.database ?? '')
  // A single query is a single transaction, so the role keeps its rights until the new ones apply.
  await client.query(
    [
      // Tables that the role creates, even temporary ones, could shadow tables of the application.
      `revoke create on schema public from public, ${to}`,
      `revoke temporary on database ${database} from public, ${to}`,
      `grant usage on schema public to ${to}`,
      `revoke all on all tables in schema public from ${to}`,
      `revoke all on all sequences in schema public from ${to}`,
      ...grants,
    ].join(';\n'),
  )
}

/** Whether the role of this URL can change the audit log: it owns the table, or has more rights than to insert. */
export function mayChangeAuditLog(url: string): Promise<boolean> {
  return onOneConnection(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select rolsuper or pg_has_role(rolname, relowner, 'member')
         or has_table_privilege(rolname, c.oid, 'update, delete, truncate, trigger')
         or has_any_column_privilege(rolname, c.oid, 'update') as may
       from pg_roles, pg_class c
       where rolname = current_user and c.oid = 'audit_entries'::regclass`,
    )
    return rows[0]?.may ?? true
  })
}
