import pg from 'pg'
import type { Manifest } from './manifest.ts'

type Grant = Manifest['grants'][number]

interface RoleRow {
  name: string
  login: boolean
  inherits: boolean
  groups: string[]
}

/** Returns the rights on tables, columns and sequences of roles other than these two, which the product manages. */
export async function readGrants(client: pg.Client, managed: readonly string[]): Promise<Grant[]> {
  const { rows } = await client.query<Grant>(
    `with acls as (
       select oid, null::name as attname, relacl as acl from pg_class
       union all select attrelid, attname, attacl from pg_attribute where attnum > 0 and not attisdropped)
     select coalesce(r.rolname, 'public') as role, relname as relation, attname as column,
       case relkind when 'S' then 'sequence' else 'table' end as kind,
       privilege_type as privilege, is_grantable as grantable
     from acls join pg_class c using (oid) cross join aclexplode(acl) left join pg_roles r on r.oid = grantee
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'S') and grantee <> relowner
       and coalesce(r.rolname, 'public') <> all ($1)
     order by 1, 2, 3 nulls first, 5`,
    [managed],
  )
  return rows
}

/** Grants the rights again to those roles that exist, and returns the names of the others. */
export async function restoreGrants(
  client: pg.Client,
  grants: readonly Grant[],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles')
  const existing = new Set(['public', ...rows.map(({ name }) => name)])
  for (const grant of grants) if (existing.has(grant.role)) await client.query(statementOf(grant))
  return [...new Set(grants.map(({ role }) => role))].filter((role) => !existing.has(role))
}

/** Returns SQL that creates the roles again, without their passwords, and grants the given rights. */
export async function writeRoles(
  client: pg.Client,
  managed: readonly string[],
  grants: readonly Grant[],
): Promise<string> {
  const names = [...managed, ...grants.map(({ role }) => role)]
  const { rows } = await client.query<RoleRow>(
    `select rolname as name, rolcanlogin as login, rolinherit as inherits,
       array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid
         where m.member = r.oid order by 1) as groups
     from pg_roles r where rolname = any ($1) order by rolname`,
    [names],
  )
  const id = pg.escapeIdentifier
  return [
    '-- Database roles of the backup, without passwords. Run as a superuser what is missing on the new server,',
    "-- and set passwords: alter role NAME password '…'. The rights of the owner and of the server's role need no",
    '-- statement: npm run restore and each start grant them.',
    ...rows.map(
      ({ name, login, inherits }) =>
        `create role ${id(name)} ${login ? 'login' : 'nologin'} ${inherits ? 'inherit' : 'noinherit'};`,
    ),
    ...rows.flatMap(({ name, groups }) =>
      groups.map((group) => `grant ${id(group)} to ${id(name)};`),
    ),
    '',
    '-- Rights of other roles. npm run restore grants them to the roles that exist.',
    ...grants.map((grant) => `${statementOf(grant)};`),
    '',
  ].join('\n')
}

function statementOf({ role, relation, kind, column, privilege, grantable }: Grant): string {
  const id = pg.escapeIdentifier
  const columns = column === null ? '' : ` (${id(column)})`
  const to = role === 'public' ? 'public' : id(role)
  return `grant ${privilege}${columns} on ${kind} ${id(relation)} to ${to}${grantable ? ' with grant option' : ''}`
}
