import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { fieldErrorMap } from '../../contract/field-sentences.ts'
import { type ImportColumn, type ImportKindName, importKinds } from '../../contract/import-kinds.ts'
import type { importOutcomes } from '../../contract/imports.ts'
import type { Db } from '../database/database.ts'
import type { AppliedRow, RowMatch, ImportRules, Refusal, Shown } from './import-rules.ts'
import { groupRefused } from './refused-groups.ts'
import type { NamedRow, NamedTable } from './reading/named-cells.ts'

export type Outcome = (typeof importOutcomes)[number]

/**
 * A reason for a refusal. If it concerns a single cell, `column` is the header and `cell` is the name of the cell
 * (`F3`).
 */
interface ShownRefusal {
  column: string | null
  cell: string | null
  sentence: string
}

/** A group of rows that are refused for the same reasons: their number and lines ('3–5, 9'). */
export interface SameRefusal {
  rows: number
  lines: string
}

/** The preview of a row, as it is displayed. */
export interface PreviewRow extends NamedRow {
  outcome: Outcome
  label: string
  recordId: number | null
  /** `column` is the header of the column. */
  refusals: ShownRefusal[]
  changes: { column: string; before: string | null; after: string }[]
  /** `sha256` does not cover the warnings, because seat usage changes independently of the file. */
  warnings: readonly string[]
  /** Set on the first row of a group that is refused for the same reasons; null on all other rows. */
  same: SameRefusal | null
}

/** The rows of a file, and its column letters by column key. */
export type NamedRows = Pick<NamedTable, 'letters' | 'rows'>

/** The preview of a file, with a function that applies it. */
export interface Preview {
  rows: PreviewRow[]
  /** Sentences on the combined effect of the rows. */
  effects: string[]
  /** Digest of everything that the rows would do. Two previews with the same digest have the same effect. */
  sha256: string
  /** Applies the preview. Returns undefined after a concurrent creation or removal; the caller must then roll back. */
  write: () => Promise<AppliedRow[] | undefined>
}

/** Computes what the rows of a file would change, by the rules of the import's kind. */
export type Previewer = (db: Db, file: NamedRows, options: { lock: boolean }) => Promise<Preview>

/** Number of rows per batch. Between batches the event loop continues. */
const batchSize = 250

interface ParsedRow<Row> extends NamedRow {
  row: Row | undefined
  refusals: Refusal[]
}

interface MatchedRow<Values> {
  previewed: PreviewRow
  match: RowMatch<Values> | undefined
}

/**
 * Returns a function that previews files of a kind. It validates the rows, finds their records, refuses duplicates and
 * compares the values with existing records.
 */
export function previewerOf<Row, Values>(
  kind: ImportKindName,
  rules: ImportRules<Row, Values>,
): Previewer {
  return async (db, { letters, rows: named }, options) => {
    const parsed = await parseAll(named, rules)
    const valid = parsed.flatMap(({ row }) => (row === undefined ? [] : [row]))
    const find = await rules.find(db, valid, options)
    const lines = new Map<string, number>()
    const matched = parsed.map((each): MatchedRow<Values> => {
      const match = each.row === undefined ? undefined : find(each.row)
      const refusals = [...each.refusals, ...(match?.refusals ?? [])]
      const other = match?.key === undefined ? undefined : lines.get(match.key)
      if (other !== undefined)
        refusals.push({ column: null, sentence: `Repete a linha ${other} deste arquivo.` })
      else if (match?.key !== undefined) lines.set(match.key, each.line)
      const label = match?.label ?? rules.labelOf(each.cells)
      return { match, previewed: previewRow(kind, each, { match, refusals, label, letters }) }
    })
    const rows = groupRefused(matched.map(({ previewed }) => previewed))
    return {
      rows,
      effects: effectsOf(rules, matched),
      sha256: digestOf(rows),
      write: () => writePreview(db, rules, matched),
    }
  }
}

async function parseAll<Row>(
  named: readonly NamedRow[],
  { schema }: Pick<ImportRules<Row, never>, 'schema'>,
): Promise<ParsedRow<Row>[]> {
  const parsed: ParsedRow<Row>[] = []
  for (const each of named) {
    const { success, data, error } = schema.safeParse(each.cells, { error: fieldErrorMap })
    const unreadable = Object.entries(each.unreadable).map(([column, sentence]) => ({
      column,
      sentence,
    }))
    const others = success ? [] : refusalsOf(error.issues)
    parsed.push({
      ...each,
      row: success && unreadable.length === 0 ? data : undefined,
      refusals: [
        ...unreadable,
        ...others.filter(
          ({ column }) => column === null || !Object.hasOwn(each.unreadable, column),
        ),
      ],
    })
    if (parsed.length % batchSize === 0) await setImmediate()
  }
  return parsed
}

/** Returns the first issue of each column. */
function refusalsOf(issues: readonly z.core.$ZodIssue[]): Refusal[] {
  const sentences = new Map<string | null, string>()
  for (const { path, message } of issues) {
    const column = path.length ? String(path[0]) : null
    if (!sentences.has(column)) sentences.set(column, message)
  }
  return Array.from(sentences, ([column, sentence]) => ({ column, sentence }))
}

/** Result of the checks of a row. */
interface Previewed {
  match: RowMatch<unknown> | undefined
  refusals: readonly Refusal[]
  label: string
  letters: NamedRows['letters']
}

function previewRow(
  kind: ImportKindName,
  { line, cells, unreadable }: NamedRow,
  { match, refusals, label, letters }: Previewed,
): PreviewRow {
  const columns: Readonly<Record<string, ImportColumn>> = importKinds[kind].columns
  const changes = match ? changesOf(match.existing?.shown, match.shown) : []
  return {
    line,
    cells,
    unreadable,
    label,
    outcome: outcomeOf(match, refusals, changes.length),
    // Null instead of 0, which would reveal that the user exists.
    recordId: match?.existing?.record.id || null,
    refusals: refusals.map(({ column, sentence }) => ({
      column: column === null ? null : (columns[column]?.header ?? null),
      cell: cellName(column === null ? undefined : letters[column], line),
      sentence,
    })),
    changes: refusals.length ? [] : changes,
    warnings: match?.warnings ?? [],
    same: null,
  }
}

/** Returns the name of a cell, such as `F3`; null if the file does not have the column. */
const cellName = (letters: string | undefined, line: number): string | null =>
  letters === undefined ? null : `${letters}${line}`

function outcomeOf(
  match: RowMatch<unknown> | undefined,
  refusals: readonly Refusal[],
  changes: number,
): Outcome {
  if (refusals.length > 0 || !match) return 'refused'
  if (!match.existing) return 'create'
  return changes > 0 ? 'change' : 'unchanged'
}

function changesOf(before: Shown | undefined, after: Shown): PreviewRow['changes'] {
  return Object.entries(after)
    .filter(([column, value]) => value !== (before?.[column] ?? ''))
    .map(([column, value]) => ({
      column,
      before: before ? (before[column] ?? '') : null,
      after: value,
    }))
}

function effectsOf<Values>(
  { effects }: Pick<ImportRules<never, Values>, 'effects'>,
  matched: readonly MatchedRow<Values>[],
): string[] {
  if (!effects) return []
  const isWritten = ({ outcome }: PreviewRow) => outcome === 'create' || outcome === 'change'
  return effects(
    matched.flatMap(({ previewed, match }) =>
      isWritten(previewed) && match?.values !== undefined ? [match.values] : [],
    ),
  )
}

/**
 * Returns the digest of a preview. It includes line numbers: the same rows in another order are a different preview.
 */
function digestOf(rows: readonly PreviewRow[]): string {
  return hash(
    'sha256',
    JSON.stringify(
      rows.map(({ line, outcome, recordId, refusals, changes }) => [
        line,
        outcome,
        recordId,
        refusals,
        changes,
      ]),
    ),
  )
}

async function writePreview<Values>(
  db: Db,
  { insert, update }: Pick<ImportRules<never, Values>, 'insert' | 'update'>,
  matched: readonly MatchedRow<Values>[],
): Promise<AppliedRow[] | undefined> {
  const rowsWith = (outcome: Outcome) =>
    matched.flatMap(({ previewed, match }) =>
      previewed.outcome === outcome && match?.values !== undefined
        ? [{ line: previewed.line, before: match.existing?.record, values: match.values }]
        : [],
    )
  const inserts = rowsWith('create').map(({ line, values }) => ({ line, values }))
  const created = await insert(db, inserts)
  if (created.length < inserts.length) return undefined
  const changes = rowsWith('change').flatMap(({ before, ...rest }) =>
    before ? [{ before, ...rest }] : [],
  )
  const updated = await update(db, changes)
  return updated.length < changes.length ? undefined : [...created, ...updated]
}
