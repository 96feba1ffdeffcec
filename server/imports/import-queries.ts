import { type RawBuilder, sql } from 'kysely'
import type { ImportKindName } from '../../contract/import-kinds.ts'
import type { Db } from '../database/database.ts'
import { after, hours } from '../shared/clock.ts'
import { inChunks } from './chunks.ts'
import type { AppliedRow } from './import-rules.ts'
import type { Preview, PreviewRow } from './preview-rows.ts'
import type { NamedRow } from './reading/named-cells.ts'

/** Lifetime of a draft, and the time in which a committed import can be undone. */
const draftLifetime = hours(1)
const undoPeriod = hours(24)

/** User and kind of an import. Users see only their own imports. */
export interface Sender {
  userId: number
  kind: ImportKindName
  now: Date
}

export interface ImportRow {
  id: number
  kind: ImportKindName
  state: 'draft' | 'done' | 'undone'
  file_name: string
  sha256: string
  preview_sha256: string
  created_at: Date
  expires_at: Date
  done_at: Date | null
  undone_at: Date | null
  undo_until: Date | null
  effects: string[]
  /** Name of the sheet that was read; null for a CSV. */
  sheet: string | null
}

/** Letters of the file's columns, by column key. */
type Letters = Readonly<Record<string, string>>

/** Condition for the sender's imports. Excludes expired drafts, which housekeeping deletes later. */
function ownedBy({ userId, kind, now }: Sender): RawBuilder<boolean> {
  return sql<boolean>`(i.user_id = ${userId} and i.kind = ${kind} and (i.state <> 'draft' or i.expires_at > ${now}))`
}

const undoUntil = sql`case when i.state = 'done' then i.done_at + make_interval(secs => ${undoPeriod / 1000}) end`

const summary = sql`i.id, i.kind, i.state, i.file_name, i.sha256, i.preview_sha256, i.created_at, i.expires_at, i.done_at, i.undone_at, i.effects, i.sheet,
  ${undoUntil} as undo_until`

interface Totals {
  rows: number
  create: number
  change: number
  unchanged: number
  refused: number
}

type Summary = ImportRow & { totals: Totals }

function selectSummaries(condition: RawBuilder<boolean>) {
  return sql<Summary>`select ${summary}, (
      select json_build_object('rows', count(*), 'create', count(*) filter (where outcome = 'create'),
        'change', count(*) filter (where outcome = 'change'), 'unchanged', count(*) filter (where outcome = 'unchanged'),
        'refused', count(*) filter (where outcome = 'refused'))
      from import_rows where import_id = i.id) as totals
    from imports i where ${condition} order by i.id desc limit 50`
}

/** Lists the user's draft, and the imports that the user committed in the last 24 hours, newest first. */
export async function listImports(db: Db, sender: Sender): Promise<Summary[]> {
  const recent = sql<boolean>`(${ownedBy(sender)} and (i.state = 'draft' or i.done_at > ${after(sender.now, -undoPeriod)}))`
  return (await selectSummaries(recent).execute(db)).rows
}

export async function findImport(db: Db, sender: Sender, id: number): Promise<Summary | undefined> {
  const one = sql<boolean>`(i.id = ${id} and ${ownedBy(sender)})`
  return (await selectSummaries(one).execute(db)).rows[0]
}

/** Returns the import without totals. Locks it until the transaction ends. */
export async function lockImport(
  db: Db,
  sender: Sender,
  id: number,
): Promise<(ImportRow & { letters: Letters }) | undefined> {
  const { rows } = await sql<
    ImportRow & { letters: Letters }
  >`select ${summary}, i.letters from imports i
    where i.id = ${id} and ${ownedBy(sender)} for update`.execute(db)
  return rows[0]
}

interface NewDraft {
  fileName: string
  sheet: string | null
  letters: Letters
  sha256: string
  previewSha256: string
  effects: readonly string[]
}

/** Stores a file as the sender's only draft. Locks the sender, so that concurrent uploads run one after the other. */
export async function replaceDraft(
  db: Db,
  { userId, kind, now }: Sender,
  { fileName, sheet, letters, sha256, previewSha256, effects }: NewDraft,
): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(db)
  await db
    .deleteFrom('imports')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'draft')
    .execute()
  const { id } = await db
    .insertInto('imports')
    .values({
      user_id: userId,
      kind,
      file_name: fileName,
      sheet,
      letters: JSON.stringify(letters),
      sha256,
      preview_sha256: previewSha256,
      effects: JSON.stringify(effects),
      created_at: now,
      expires_at: after(now, draftLifetime),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertRows(
  db: Db,
  importId: number,
  rows: readonly PreviewRow[],
): Promise<void> {
  await inChunks(rows, async (chunk) => {
    await sql`insert into import_rows (import_id, line, cells, unreadable, outcome, label, record_id, refusals, same, changes, warnings)
      select ${importId}, line, cells, unreadable, outcome, label, "recordId", refusals, nullif(same, 'null'::jsonb), changes, warnings
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
        as row(line integer, cells jsonb, unreadable jsonb, outcome text, label text, "recordId" integer, refusals jsonb, same jsonb, changes jsonb, warnings jsonb)
      order by line`.execute(db)
    return []
  })
}

/** Replaces the stored preview of a draft whose effects have changed. */
export async function renewDraft(
  db: Db,
  id: number,
  { rows, sha256, effects }: Pick<Preview, 'rows' | 'sha256' | 'effects'>,
): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', id).execute()
  await insertRows(db, id, rows)
  await db
    .updateTable('imports')
    .set({ preview_sha256: sha256, effects: JSON.stringify(effects) })
    .where('id', '=', id)
    .execute()
}

/** Counts the distinct e-mails of the users that an import creates. */
export async function countInvited(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct lower(cells ->> 'email')) as people
    from import_rows where import_id = ${id} and outcome = 'create'`.execute(db)
  return rows[0]?.people ?? 0
}

/** Returns the rows of a draft as the file contains them. */
export async function readCells(db: Db, id: number): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select line, cells, unreadable from import_rows where import_id = ${id} order by line`.execute(
    db,
  )
  return rows
}

interface CommittedImport {
  id: number
  now: Date
  applied: readonly AppliedRow[]
  /** Whether to store the ids of created records. False if an id would reveal that an account already existed. */
  named: boolean
}

export async function markDone(
  db: Db,
  { id, now, applied, named }: CommittedImport,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'done', done_at: now })
    .where('id', '=', id)
    .execute()
  await inChunks(applied, async (chunk) => {
    await sql`update import_rows set record_id = case when ${named} then (applied.after ->> 'id')::integer else record_id end, before = applied.before, after = applied.after
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as applied(line integer, before jsonb, after jsonb)
      where import_id = ${id} and import_rows.line = applied.line`.execute(db)
    return []
  })
}

/** Returns the applied rows of an import, by line. */
export async function readAppliedRows(db: Db, id: number): Promise<AppliedRow[]> {
  const { rows } = await sql<AppliedRow>`
    select line, nullif(before, 'null'::jsonb) as before, after from import_rows
    where import_id = ${id} and after is not null order by line`.execute(db)
  return rows
}

export async function markUndone(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'undone', undone_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes expired drafts. They contain personal data that belongs to no record yet. */
export async function removeExpiredDrafts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('state', '=', 'draft')
    .where('expires_at', '<', now)
    .execute()
}

/** Deletes old imports that can no longer be undone. The audit log keeps their events. */
export async function removeOldImports(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('state', '<>', 'draft')
    .where('done_at', '<', before)
    .execute()
}
