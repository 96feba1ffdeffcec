import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { AuditLogMismatch } from './verify-log.ts'

/** Number of events per query. */
const page = 5000

/**
 * Verifies what the tree does not cover: events outside the log, checkpoints stored with a wrong size, and values that
 * do not match their commitment. Throws AuditLogMismatch. Returns the number of unsealed events.
 */
export async function verifyRows(db: Db): Promise<number> {
  const { first, last } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => [
      fn.min<number | null>('seq').as('first'),
      fn.max<number | null>('seq').as('last'),
    ])
    .executeTakeFirstOrThrow()
  for (let start = first ?? 0; start <= (last ?? -1); start += page) await verifyPage(db, start)
  const heads = await sql<{ size: number }>`
    select size from audit_checkpoints where split_part(note, chr(10), 2) <> size::text limit 1`.execute(
    db,
  )
  const [moved] = heads.rows
  if (moved) throw new AuditLogMismatch(`the head stored with size ${moved.size} has another size`)
  const { rows } = await sql<{ waiting: number; gone: number | null }>`
    select count(*) as waiting, min(p.seq) filter (where e.seq is null) as gone
    from audit_pending p left join audit_entries e using (seq)`.execute(db)
  const { waiting = 0, gone = null } = rows[0] ?? {}
  if (gone !== null) throw new AuditLogMismatch(`event ${gone} is missing: it was not sealed yet`)
  return waiting
}

async function verifyPage(db: Db, start: number): Promise<void> {
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${start + page}`
  const { rows } = await sql<{ seq: number; broken: string }>`
    select e.seq, 'was inserted later: it is neither sealed nor waiting to be sealed' as broken
    from audit_entries e where ${within('e.seq')}
      and not exists (select from audit_leaves l where l.seq = e.seq)
      and not exists (select from audit_pending p where p.seq = e.seq)
    union all
    select v.seq, 'has a value "' || v.name || '" that does not match its commitment'
    from audit_values v left join audit_entries e using (seq) where ${within('v.seq')}
      and e.commitments ->> v.name is distinct from
        translate(encode(sha256(v.salt || convert_to(v.value, 'UTF8')), 'base64'), chr(10), '')
    union all
    select e.seq, 'has lost its value "' || committed.name || '", which nobody erased'
    from audit_entries e cross join jsonb_object_keys(e.commitments) as committed (name) where ${within('e.seq')}
      and not exists (select from audit_values v where v.seq = e.seq and v.name = committed.name)
      and not exists (select from audit_entries erased where erased.event = 'trail.value-erased'
        and erased.target = 'audit-event:' || e.seq || '/' || committed.name)
    order by 1 limit 1`.execute(db)
  const [first] = rows
  if (first) throw new AuditLogMismatch(`event ${first.seq} ${first.broken}`)
}
