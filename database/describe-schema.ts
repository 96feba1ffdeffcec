import type pg from 'pg'

// Objects of the schema "public", without those of extensions and without the table of the migrations. Each query
// returns one line per object, so that differences are readable.
const OURS = `
  relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const QUERIES = [
  `select format('extension %s', extname) as line from pg_extension`,

  `select format('%s %s', case relkind when 'r' then 'table' when 'p' then 'partitioned table'
       when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' end, relname)
     || coalesce(' ' || pg_get_viewdef(case when relkind in ('v', 'm') then c.oid end), '')
     || coalesce(' with ' || array_to_string(reloptions, ', '), '')
     || coalesce(' comment ' || quote_literal(obj_description(c.oid, 'pg_class')), '') as line
   from pg_class c where relkind in ('r', 'p', 'v', 'm', 'S') and ${OURS}`,

  `select format('column %s.%s %s', relname, attname, format_type(atttypid, atttypmod))
     || case when attnotnull then ' not null' else '' end
     || coalesce(' collate ' || (select collname from pg_collation o
          where o.oid = attcollation and collname <> 'default'), '')
     || case attidentity when 'a' then ' identity always' when 'd' then ' identity by default' else '' end
     || case attgenerated when 's' then ' stored' when 'v' then ' virtual' else '' end
     || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
     || coalesce(' comment ' || quote_literal(col_description(c.oid, attnum)), '') as line
   from pg_class c join pg_attribute a on a.attrelid = c.oid
   left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped and ${OURS}`,

  `select format('constraint %s.%s %s', relname, conname, pg_get_constraintdef(n.oid))
     || coalesce(' comment ' || quote_literal(obj_description(n.oid, 'pg_constraint')), '') as line
   from pg_class c join pg_constraint n on n.conrelid = c.oid where ${OURS}`,

  `select pg_get_indexdef(i.indexrelid)
     || coalesce(' comment ' || quote_literal(obj_description(i.indexrelid, 'pg_class')), '') as line
   from pg_class c join pg_index i on i.indrelid = c.oid where ${OURS}`,

  `select pg_get_triggerdef(t.oid)
     || coalesce(' comment ' || quote_literal(obj_description(t.oid, 'pg_trigger')), '') as line
   from pg_class c join pg_trigger t on t.tgrelid = c.oid where not tgisinternal and ${OURS}`,

  `select format('policy %s.%s %s %s %s', relname, polname, polcmd,
       pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as line
   from pg_class c join pg_policy p on p.polrelid = c.oid where ${OURS}`,

  `select pg_get_functiondef(p.oid)
     || coalesce(' comment ' || quote_literal(obj_description(p.oid, 'pg_proc')), '') as line
   from pg_proc p where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,

  `select format('type %s %s', typname, case typtype
       when 'e' then (select string_agg(enumlabel, ', ' order by enumsortorder)
                      from pg_enum where enumtypid = t.oid)
       else format_type(typbasetype, typtypmod) || coalesce(' ' ||
         (select string_agg(pg_get_constraintdef(oid), ' ' order by conname)
          from pg_constraint where contypid = t.oid), '') end)
     || coalesce(' comment ' || quote_literal(obj_description(t.oid, 'pg_type')), '') as line
   from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
     and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
]

/** Returns the schema as sorted lines. They are equal for two databases if and only if the schemas are equal. */
export async function describeSchema(client: pg.Client): Promise<string[]> {
  const lines: string[] = []
  for (const query of QUERIES) {
    const { rows } = await client.query<{ line: string }>(query)
    lines.push(...rows.map((row) => row.line))
  }
  return lines.sort()
}
