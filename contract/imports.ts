import { z } from 'zod'
import { fullStop } from './full-stop.ts'
import { endpoint, type Grant } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'
import {
  type ImportKind,
  importKindNames,
  importKinds,
  importMaxBytes,
  importTypes,
  xlsxType,
} from './import-kinds.ts'
import { listQuery, pageOf } from './list.ts'
import { tableOf } from './table.ts'
import { typedText } from './typed-text.ts'

const kind = z.enum(importKindNames, 'Escolha o que importar.')
const oneKind = z.strictObject({ kind })
const oneImport = z.strictObject({ kind, id: idInPath })
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'Informe o SHA-256 em hexadecimal.')

/** What becomes of a row: it makes a record, changes one, finds it as it says, or can't be done. */
export const importOutcomes = ['refused', 'create', 'change', 'unchanged'] as const
const outcome = z.enum(importOutcomes)

/** The same in a word each, for people. */
export const outcomeWords = {
  refused: 'Recusada',
  create: 'Nova',
  change: 'Alterada',
  unchanged: 'Sem mudança',
} as const

/** How it stands with a file, in a word each. */
export const importStates = {
  draft: 'Rascunho',
  done: 'Concluída',
  undone: 'Desfeita',
} as const

/**
 * One file of one person, nobody else's to see: a `draft` for an hour, `done` once it is committed, `undone` when that
 * was taken back.
 */
const importSummary = z.object({
  id,
  kind,
  state: z.enum(['draft', 'done', 'undone']),
  /** As it was called where it came from. */
  file_name: z.string(),
  /** Of the file's bytes, in hexadecimal: what the commit names. */
  sha256,
  /** Of what the draft would do, all rows of it: named by the commit too, so that nothing else is done than was shown. */
  preview_sha256: sha256,
  totals: z.object({
    rows: z.int(),
    create: z.int(),
    change: z.int(),
    unchanged: z.int(),
    refused: z.int(),
  }),
  /** What the rows do together, in sentences, where counting them doesn't say it: how many people are invited. */
  effects: z.array(z.string()),
  /** Name of the sheet that was read; null for a CSV. */
  sheet: z.string().nullable(),
  created_at: instant,
  /** When the draft is no more; of no meaning once it is done. */
  expires_at: instant,
  /** Null while it is a draft. */
  done_at: instant.nullable(),
  /** Until when it can be undone; null while it is a draft, and once it is undone. */
  undo_until: instant.nullable(),
  undone_at: instant.nullable(),
})

const importRow = z.object({
  id,
  /** The line of the file, the header being line 1, as a spreadsheet counts its rows. */
  line: z.int(),
  outcome,
  /** What the row is about, as people know it: 'Operadora Exemplo · 11.222.333/0001-81'. */
  label: z.string(),
  /** The record that it changes or that it made; null where there is none (yet). */
  record_id: id.nullable(),
  /**
   * Reasons for the refusal, each with column header and cell name (`F3`). `column` is null if the reason concerns the
   * whole row; `cell` is null if the file lacks the column.
   */
  refusals: z.array(
    z.object({ column: z.string().nullable(), cell: z.string().nullable(), sentence: z.string() }),
  ),
  /**
   * On the first row of a refusal group (rows refused for the same reasons): number of rows and their lines as text
   * ('2–501, 503'). Null on all other rows.
   */
  same: z.object({ rows: z.int(), lines: z.string() }).nullable(),
  /** What whoever commits should know of it, such as people who will be over a limit; it is done all the same. */
  warnings: z.array(z.string()),
  /** What changes, by the header of its column, as people read it; `before` is null where the record is made. */
  changes: z.array(
    z.object({ column: z.string(), before: z.string().nullable(), after: z.string() }),
  ),
})

/** Any grant of any kind lets a call in; each then asks for all grants of the kind that it names. */
const ofAnyKind: readonly Grant[] = Object.values<ImportKind>(importKinds).flatMap(
  ({ grants }) => grants,
)

type ImportRow = z.output<typeof importRow>

/**
 * Many rows at once, from a CSV or XLSX file (rulings §10; decision 27): upload → preview → commit, and undo for a day.
 *
 * Progress. Reading and writing 10,000 rows takes a few seconds, and both happen within their request: while the file is
 * sent the screen says so, then 'Conferindo as linhas…' until `importUpload` answers, and 'Gravando N linhas…' (with no
 * end that it could know) until `importCommit` answers. It is all or nothing, so a screen whose connection broke asks
 * `importGet`: `state` says whether it was done. A commit that is answered 409 `import-preview-changed` has renewed the
 * draft: read it and its rows again, show them, and let the person confirm once more.
 *
 * Sending. The body of `importUpload` is the file itself: `call('importUpload', { params: { kind }, query: { name },
 * body: { content, type } })`, `type` being one of `importTypes`. A file of more than `importMaxBytes` is better refused
 * before it is sent; the server answers it 413, and 503 `unavailable` where too many files wait
 * to be read, or the server has no room for the process that reads it.
 */
export const imports = {
  importTemplate: endpoint({
    method: 'GET',
    path: '/import/{kind}/template',
    summary:
      'An XLSX with the headers of a kind, whose columns are text and have no rows. Other sheets say how columns are filled in and which values the bearer may choose from; they are never imported.',
    access: ofAnyKind,
    audit: 'none',
    params: oneKind,
    success: { bytes: [xlsxType] },
    problems: [],
  }),
  importList: endpoint({
    method: 'GET',
    path: '/import/{kind}',
    summary:
      "The bearer's own imports of a kind, newest first: what was done in the last 24 hours, and the draft if there is one.",
    access: ofAnyKind,
    audit: 'none',
    params: oneKind,
    success: z.object({ imports: z.array(importSummary) }),
    problems: [],
  }),
  importUpload: endpoint({
    method: 'POST',
    path: '/import/{kind}',
    summary:
      'Takes a file as its bytes (CSV in UTF-8 with `,` or `;`, or the first visible sheet of an XLSX with these titles; up to 10 MB and 10,000 rows), checks every row and keeps it as a draft for an hour. It changes nothing; it replaces the draft of that kind that the bearer had.',
    access: ofAnyKind,
    grantsRights: 'always',
    audit: 'import.uploaded',
    params: oneKind,
    query: z.strictObject({
      /** What the file is called, to be recognised by. */
      name: typedText({ max: 200, required: 'Informe o nome do arquivo.' }),
    }),
    upload: importTypes,
    bodyLimit: importMaxBytes,
    success: importSummary,
    /** `fields.file` says in words why nothing of the file can be read; a row that can't be done is not that. */
    problems: ['import-file-refused'],
  }),
  importGet: endpoint({
    method: 'GET',
    path: '/import/{kind}/{id}',
    summary: "One of the bearer's own imports.",
    access: ofAnyKind,
    audit: 'none',
    params: oneImport,
    success: importSummary,
    problems: ['import-not-found'],
  }),
  importRowList: endpoint({
    method: 'GET',
    path: '/import/{kind}/{id}/row',
    summary:
      'The rows of an import with what becomes of them, refused ones first. Of rows refused for the same reasons only the first is listed, with `same` for the others; a search finds every row.',
    access: ofAnyKind,
    audit: 'none',
    params: oneImport,
    query: listQuery(['outcome', 'line'], { filters: { outcome: outcome.optional() } }),
    success: pageOf(importRow),
    table: tableOf('Linhas do arquivo', importRow, [
      { header: 'Registro', text: (row) => row.label },
      { header: 'Linha', text: (row) => row.line },
      { header: 'Resultado', text: (row) => outcomeWords[row.outcome] },
      { header: 'Detalhes', text: (row) => detailsOf(row).join(' ') },
    ]),
    problems: ['import-not-found'],
  }),
  importCommit: endpoint({
    method: 'POST',
    path: '/import/{kind}/{id}/commit',
    summary:
      'Does what a draft says, all of it or nothing; named are the file and what was shown of it.',
    access: ofAnyKind,
    confirm: true,
    grantsRights: 'always',
    audit: 'import.committed',
    params: oneImport,
    body: z.strictObject({ sha256, preview_sha256: sha256 }),
    success: importSummary,
    problems: [
      'import-not-found',
      'import-not-draft',
      'import-file-changed',
      'import-preview-changed',
      'import-has-refused',
    ],
  }),
  importUndo: endpoint({
    method: 'POST',
    path: '/import/{kind}/{id}/undo',
    summary:
      'Takes an import back within 24 hours: changed records are as they were, made ones are gone. Only while nobody changed or uses them since; `fields.import` says which line is in the way.',
    access: ofAnyKind,
    confirm: true,
    audit: 'import.undone',
    params: oneImport,
    success: importSummary,
    problems: [
      'import-not-found',
      'import-not-done',
      'import-undo-over',
      'import-changed-since',
      'plan-of-console',
      'administrator-indispensable',
    ],
  }),
}

/** Formats a refusal with column header and cell, if any: 'SPID (F3): …'. */
export function refusalText({ column, cell, sentence }: ImportRow['refusals'][number]): string {
  if (column === null) return sentence
  return cell === null ? `${column}: ${sentence}` : `${column} (${cell}): ${sentence}`
}

/** Formats the size and the lines of a refusal group; empty for a single row. */
export function sameText(same: ImportRow['same']): string | undefined {
  return same && same.rows > 1
    ? `${same.rows.toLocaleString('pt-BR')} linhas recusadas por este motivo: ${same.lines}.`
    : undefined
}

/** Why a row is refused; or what it changes, and what follows from that. A sentence each. */
function detailsOf({ refusals, same, changes, warnings }: ImportRow): string[] {
  const others = sameText(same)
  const changed = changes.filter(({ before }) => before !== null)
  return [
    ...refusals.map((refusal) => refusalText(refusal)),
    ...(others === undefined ? [] : [others]),
    ...changed.map(({ column, before, after }) =>
      fullStop(before === '' ? `${column}: ${after}` : `${column}: ${before} → ${after}`),
    ),
    ...warnings,
  ]
}
