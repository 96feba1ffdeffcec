import { join } from 'node:path'
import type pg from 'pg'

/** File written by `npm run db:types`. */
export const DATABASE_TYPES_FILE = join(import.meta.dirname, 'database-types.ts')

interface Column {
  table_name: string
  table_comment: string | null
  column_name: string
  column_comment: string | null
  type: string
  is_array: boolean
  labels: string[] | null
  nullable: boolean
  has_default: boolean
  never_written: boolean
}

// Lists columns with their types: the base type of a domain, the element type of an array (is_array). PostgreSQL
// reports every column of a view as nullable, so the comment of a non-null column contains 'Never null'.
const COLUMNS = `
  select c.relname as table_name, obj_description(c.oid, 'pg_class') as table_comment,
    a.attname as column_name, col_description(c.oid, a.attnum) as column_comment,
    element.typname as type, base.typelem <> 0 and base.typcategory = 'A' as is_array,
    (select array_agg(enumlabel::text order by enumsortorder)
       from pg_enum where enumtypid = element.oid) as labels,
    not (a.attnotnull or declared.typnotnull
      or c.relkind = 'v' and coalesce(col_description(c.oid, a.attnum), '') ~ 'Never null\\.$') as nullable,
    a.atthasdef or a.attidentity <> '' as has_default,
    a.attidentity = 'a' or a.attgenerated <> '' as never_written
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type declared on declared.oid = a.atttypid
  join pg_type base on base.oid =
    case when declared.typtype = 'd' then declared.typbasetype else declared.oid end
  join pg_type element on element.oid =
    case when base.typcategory = 'A' and base.typelem <> 0 then base.typelem else base.oid end
  where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname, a.attnum`

const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  citext: 'string',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  // database.ts parses int8 as a number. No value comes near 2^53.
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Timestamp',
  tsvector: 'string',
  uuid: 'string',
  varchar: 'string',
  xid8: 'string',
}

const HEADER = `// Written by \`npm run db:types\` from the migrated database. Don't edit.
import type { ColumnType } from 'kysely'
`

// These types replace Kysely's Generated, which cannot wrap a ColumnType. Code that reads JSON columns imports
// JsonValue.
const HELPERS: Record<string, string> = {
  Generated: `type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>
`,
  GeneratedAlways: 'type GeneratedAlways<T> = ColumnType<T, never, never>\n',
  Timestamp: 'type Timestamp = ColumnType<Date, Date | string, Date | string>\n',
  Json: `/** Value read from a json column; it is inserted as text. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue | undefined }
type Json = ColumnType<JsonValue, string, string>
`,
}

/** Returns the Kysely types of all tables as the text of a TypeScript file. */
export async function generateDatabaseTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(COLUMNS)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const interfaces = [...tables].map(([table, columns]) => tableInterface(table, columns))
  const list = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)}\n`).join('')
  const database = `/** All tables by name. */\nexport interface Database {\n${list}}\n`
  const body = [...interfaces, database].join('\n')
  const used = (name: string) => new RegExp(`\\b${name}\\b`).test(body)
  const helpers = Object.keys(HELPERS)
    .filter(used)
    .map((name) => HELPERS[name])
  return [HEADER, ...helpers, body].join('\n')
}

function tableInterface(table: string, columns: Column[]): string {
  const lines = columns.map(
    (column) =>
      `${comment(column.column_comment, '  ')}  ${column.column_name}: ${typeOf(column)}\n`,
  )
  const about = comment(columns[0]?.table_comment ?? null, '')
  return `${about}export interface ${interfaceName(table)} {\n${lines.join('')}}\n`
}

function typeOf(column: Column): string {
  const { type, labels, is_array, nullable, has_default, never_written } = column
  const single = labels ? labels.map((label) => `'${label}'`).join(' | ') : TYPES[type]
  if (!single) {
    throw new Error(`${column.table_name}.${column.column_name}: no TypeScript type for ${type}`)
  }
  const listed = is_array ? (labels ? `(${single})[]` : `${single}[]`) : single
  const value = nullable ? `${listed} | null` : listed
  if (never_written) return `GeneratedAlways<${value}>`
  return has_default ? `Generated<${value}>` : value
}

function interfaceName(table: string): string {
  return `${table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Table`
}

function comment(text: string | null, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n` : ''
}
