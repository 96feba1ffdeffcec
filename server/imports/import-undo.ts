import pg from 'pg'
import { Problem } from '../pipeline/problem.ts'
import { type BulkWrite, requireFound } from '../pipeline/record.ts'
import { lockImport, markUndone, readAppliedRows, type Sender } from './import-queries.ts'
import type { AppliedRow, Snapshot, RowAudit, UndoRules } from './import-rules.ts'
import { readImport } from './import-service.ts'
import { auditPartsOfUndo } from './import-audit.ts'

interface Undoable {
  name: string
  rowAudit?: RowAudit | undefined
  undo: UndoRules
}

/** Undoes an import as a whole. Refuses if one of its records has changed since the import. */
export async function undoImport(
  { db, audit }: BulkWrite,
  { name, rowAudit, undo }: Undoable,
  sender: Sender,
  id: number,
) {
  const found = requireFound(await lockImport(db, sender, id), 'import-not-found')
  if (found.state !== 'done' || !found.undo_until) throw new Problem('import-not-done')
  if (found.undo_until <= sender.now) throw new Problem('import-undo-over')
  const applied = await readAppliedRows(db, id)
  await requireUnchanged({ db }, undo, applied)
  const changed = applied.flatMap(({ before, ...rest }) => (before ? [{ before, ...rest }] : []))
  const made = applied.filter(({ before }) => !before).map(({ after }) => after.id)
  const restored = new Map<number, Snapshot>()
  try {
    for (const record of await undo.restore(db, changed)) restored.set(record.id, record)
    await undo.remove(db, made)
  } catch (error) {
    throw usedSince(error, applied) ?? error
  }
  await markUndone(db, id, sender.now)
  audit({
    target: `import:${id}`,
    before: { state: 'done' },
    after: { state: 'undone' },
    parts: auditPartsOfUndo({ name, rowAudit }, applied, restored),
  })
  return readImport(db, sender, id)
}

async function requireUnchanged(
  { db }: Pick<BulkWrite, 'db'>,
  undo: UndoRules,
  applied: readonly AppliedRow[],
): Promise<void> {
  const versions = await undo.lock(
    db,
    applied.map(({ after }) => after.id),
  )
  refuseIfAny(applied.filter(({ after }) => versions.get(after.id) !== after.version))
  const used = new Set(await undo.findUsed(db, applied))
  refuseIfAny(applied.filter(({ after }) => used.has(after.id)))
}

function refuseIfAny(changed: readonly AppliedRow[]): void {
  const [first] = changed
  if (!first) return
  throw new Problem('import-changed-since', {
    fields: { import: sentenceOf(first.line, changed.length - 1) },
  })
}

function sentenceOf(line: number, others: number): string {
  if (others === 0)
    return `O registro da linha ${line} mudou ou passou a ser usado depois da importação.`
  if (others === 1)
    return `O registro da linha ${line} e o de mais uma linha mudaram ou passaram a ser usados depois da importação.`
  return `O registro da linha ${line} e os de outras ${others} linhas mudaram ou passaram a ser usados depois da importação.`
}

/**
 * Converts a foreign-key violation into a problem: a record to delete is in use. Returns undefined for other errors.
 */
function usedSince(error: unknown, applied: readonly AppliedRow[]): Problem | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23503') return undefined
  const id = Number(/=\((\d+)/.exec(error.detail ?? '')?.[1])
  const line = applied.find(({ after }) => after.id === id)?.line
  if (line === undefined) return undefined
  return new Problem('import-changed-since', { fields: { import: sentenceOf(line, 0) } })
}
