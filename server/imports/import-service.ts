import { sql } from 'kysely'
import type { BodyOf } from '../../contract/endpoint.ts'
import { type imports } from '../../contract/imports.ts'
import { Problem } from '../pipeline/problem.ts'
import { type BulkWrite, requireFound, type Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { isSeatRefusal } from '../plans/seat-queries.ts'
import { isDutyRefusal } from '../separation-rules/separation-rule-queries.ts'
import {
  findImport,
  insertRows,
  lockImport,
  markDone,
  readCells,
  renewDraft,
  replaceDraft,
  type Sender,
} from './import-queries.ts'
import { auditParts } from './import-audit.ts'
import type { AppliedRow, RowAudit } from './import-rules.ts'
import type { Preview, Previewer } from './preview-rows.ts'
import type { NamedTable } from './reading/named-cells.ts'

/** The rules of a kind of import that drafts and commits need. */
interface Kind {
  name: string
  rowAudit?: RowAudit | undefined
  preview: Previewer
}

/** A parsed file. */
export interface ReadImport {
  fileName: string
  sha256: string
  table: NamedTable
}

/** Returns an import of the sender. */
export async function readImport(db: Db, sender: Sender, id: number) {
  return requireFound(await findImport(db, sender, id), 'import-not-found')
}

/** Stores a file as a draft with a preview of its rows. Writes nothing else. */
export async function draftImport(
  { db, audit }: Write,
  { preview }: Kind,
  sender: Sender,
  { fileName, sha256, table }: ReadImport,
) {
  const { rows, effects, sha256: previewSha256 } = await preview(db, table, { lock: false })
  const { sheet, letters } = table
  const id = await replaceDraft(db, sender, {
    fileName,
    sheet,
    letters,
    sha256,
    previewSha256,
    effects,
  })
  await insertRows(db, id, rows)
  const draft = await readImport(db, sender, id)
  audit({
    target: `import:${id}`,
    after: { kind: sender.kind, file_name: fileName, sha256, totals: { ...draft.totals } },
  })
  return draft
}

/** Applies a draft as a whole. Locks its records and computes the preview again. Refuses if the preview has changed. */
export async function commitImport(
  { db, audit }: BulkWrite,
  kind: Kind,
  sender: Sender,
  { id, sha256, preview_sha256 }: BodyOf<typeof imports.importCommit> & { id: number },
) {
  const draft = requireFound(await lockImport(db, sender, id), 'import-not-found')
  if (draft.state !== 'draft') throw new Problem('import-not-draft')
  if (draft.sha256 !== sha256) throw new Problem('import-file-changed')
  if (draft.preview_sha256 !== preview_sha256) throw new Problem('import-preview-changed')
  audit({ target: `import:${id}` })
  const named = { letters: draft.letters, rows: await readCells(db, id) }
  const preview = await kind.preview(db, named, { lock: true })
  if (preview.sha256 !== preview_sha256) return refuseRenewed(db, id, preview)
  if (preview.rows.some(({ outcome }) => outcome === 'refused'))
    throw new Problem('import-has-refused')
  await sql`savepoint unwritten`.execute(db)
  const applied = await writeUnlessFull(preview)
  if (!applied) {
    await sql`rollback to savepoint unwritten`.execute(db)
    return refuseRenewed(db, id, await kind.preview(db, named, { lock: true }))
  }
  await markDone(db, { id, now: sender.now, applied, named: kind.rowAudit === undefined })
  const committed = await readImport(db, sender, id)
  audit({
    after: { kind: sender.kind, sha256, totals: { ...committed.totals } },
    parts: auditParts(kind, applied),
  })
  return committed
}

/**
 * Writes the rows. Returns undefined if a seat limit is exceeded or a rule is violated: a plan may be lowered, and a
 * rule or a function of a profile added, after the preview, because that takes no lock on seats or people.
 */
async function writeUnlessFull({ write }: Preview): Promise<AppliedRow[] | undefined> {
  try {
    return await write()
  } catch (error) {
    if (isSeatRefusal(error) || isDutyRefusal(error)) return undefined
    throw error
  }
}

/** Stores the new preview of the draft, and refuses the commit. */
async function refuseRenewed(
  db: Db,
  id: number,
  preview: Awaited<ReturnType<Previewer>>,
): Promise<never> {
  await renewDraft(db, id, preview)
  throw new Problem('import-preview-changed', { recorded: true })
}
