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

/** Outcome of a row: it is refused, creates a record, changes a record, or equals an existing record. */
export const importOutcomes = ['refused', 'create', 'change', 'unchanged'] as const
const outcome = z.enum(importOutcomes)

/** Labels of the outcomes of a row. */
export const outcomeLabels = {
  refused: 'Recusada',
  create: 'Nova',
  change: 'Alterada',
  unchanged: 'Sem mudança',
} as const

/** Labels of the states of an import. */
export const importStates = {
  draft: 'Rascunho',
  done: 'Concluída',
  undone: 'Desfeita',
} as const

/**
 * One imported file, visible only to the user who uploaded it. Its state is `draft` for an hour, `done` after the
 * commit, `undone` after an undo.
 */
const importSummary = z.object({
  id,
  kind,
  state: z.enum(['draft', 'done', 'undone']),
  /** Original file name. */
  file_name: z.string(),
  /** SHA-256 of the file in hexadecimal. The commit must contain it. */
  sha256,
  /** SHA-256 of the preview of all rows. The commit must contain it, so that exactly the previewed changes are made. */
  preview_sha256: sha256,
  totals: z.object({
    rows: z.int(),
    create: z.int(),
    change: z.int(),
    unchanged: z.int(),
    refused: z.int(),
  }),
  /** Combined effects of the rows that no count shows, as sentences, such as the number of invited users. */
  effects: z.array(z.string()),
  /** Name of the sheet that was read; null for a CSV. */
  sheet: z.string().nullable(),
  created_at: instant,
  /** When the draft expires; irrelevant after the commit. */
  expires_at: instant,
  /** Null for a draft. */
  done_at: instant.nullable(),
  /** Deadline for an undo; null for a draft and after an undo. */
  undo_until: instant.nullable(),
  undone_at: instant.nullable(),
})

const importRow = z.object({
  id,
  /** Line in the file; the header is line 1, as in a spreadsheet. */
  line: z.int(),
  outcome,
  /** Label of the record: 'Operadora Exemplo · 11.222.333/0001-81'. */
  label: z.string(),
  /** Record that the row changes or created; null if there is no record (yet). */
  record_id: id.nullable(),
  /**
   * Reasons for the refusal, each with column header and cell reference (`F3`). `column` is null if the reason concerns
   * the whole row. `cell` is null if the file has no such column.
   */
  refusals: z.array(
    z.object({ column: z.string().nullable(), cell: z.string().nullable(), sentence: z.string() }),
  ),
  /**
   * Set on the first row of a refusal group (rows refused for the same reasons): the number of rows, and their lines as
   * text ('2–501, 503'). Null on all other rows.
   */
  same: z.object({ rows: z.int(), lines: z.string() }).nullable(),
  /** Warnings shown before the commit, such as more users than seats. They do not prevent the commit. */
  warnings: z.array(z.string()),
  /** Changes by column header, as shown to users; `before` is null for a new record. */
  changes: z.array(
    z.object({ column: z.string(), before: z.string().nullable(), after: z.string() }),
  ),
})

/**
 * The grants of all kinds of import; any one of them suffices for the call. The handler then requires all grants of the
 * requested kind.
 */
const ofAnyKind: readonly Grant[] = Object.values<ImportKind>(importKinds).flatMap(
  ({ grants }) => grants,
)

type ImportRow = z.output<typeof importRow>

/**
 * Bulk writes from a CSV or XLSX file (rulings §10; decision 27): upload, preview, commit. An import can be undone for
 * a day.
 *
 * Upload: the body of `importUpload` is the file itself: `call('importUpload', { params: { kind }, query: { name },
 * body: { content, type } })`, where `type` is one of `importTypes`. Clients should refuse a file larger than
 * `importMaxBytes` before sending. The server responds 413 to a larger file, and 503 `unavailable` if too many files
 * are queued or the process that reads them cannot get enough memory.
 *
 * Progress: reading or writing 10,000 rows takes a few seconds, in one request each. The screen shows 'Conferindo as
 * linhas…' until `importUpload` responds, and 'Gravando N linhas…' (without a percentage) until `importCommit`
 * responds. A commit is all or nothing: after a lost connection the screen calls `importGet`, whose `state` shows
 * whether the commit was made. A 409 `import-preview-changed` means that the server has renewed the preview: read the
 * draft and its rows again, show them and ask the user to confirm again.
 */
export const imports = {
  importTemplate: endpoint({
    method: 'GET',
    path: '/import/{kind}/template',
    summary:
      'An XLSX file with the headers of a kind and empty text columns. Other sheets explain the columns and list the values that the caller may use; they are not imported.',
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
      "The caller's own imports of a kind, newest first: those committed in the last 24 hours, and the draft if there is one.",
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
      "Uploads a file (CSV in UTF-8 with `,` or `;`, or the first visible sheet of an XLSX with these headers; up to 10 MB and 10,000 rows), validates every row and stores it as a draft for an hour. It changes no records and replaces the caller's draft of that kind.",
    access: ofAnyKind,
    grantsRights: 'always',
    audit: {
      event: 'import.uploaded',
      title: 'Envio de arquivo de importação',
      past: 'Arquivo de importação enviado',
    },
    params: oneKind,
    query: z.strictObject({
      /** File name, by which users recognise the import. */
      name: typedText({ max: 200, required: 'Informe o nome do arquivo.' }),
    }),
    upload: importTypes,
    bodyLimit: importMaxBytes,
    success: importSummary,
    /** `fields.file` explains why the file cannot be read. Refused rows are no error; the preview shows them. */
    problems: ['import-file-refused'],
  }),
  importGet: endpoint({
    method: 'GET',
    path: '/import/{kind}/{id}',
    summary: "One of the caller's own imports.",
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
      'The rows of an import with their outcomes, refused rows first. Of rows refused for the same reasons only the first is listed, with the others in `same`; a search finds every row.',
    access: ofAnyKind,
    audit: 'none',
    params: oneImport,
    query: listQuery(['outcome', 'line'], { filters: { outcome: outcome.optional() } }),
    success: pageOf(importRow),
    table: tableOf(
      'Linhas do arquivo',
      importRow,
      [
        { header: 'Registro', text: (row) => row.label },
        { header: 'Linha', text: (row) => row.line },
        { header: 'Resultado', text: (row) => outcomeLabels[row.outcome] },
        { header: 'Detalhes', text: (row) => detailsOf(row).join(' ') },
      ],
      'Exportação de linhas de arquivo',
    ),
    problems: ['import-not-found'],
  }),
  importCommit: endpoint({
    method: 'POST',
    path: '/import/{kind}/{id}/commit',
    summary: 'Applies a draft, all or nothing; the body names the file and the preview.',
    access: ofAnyKind,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'import.committed',
      title: 'Importação de arquivo',
      past: 'Importação concluída',
    },
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
      'Undoes an import within 24 hours: changed records are restored, created records are removed. Refused if they were changed or used since; `fields.import` names the line.',
    access: ofAnyKind,
    confirm: true,
    audit: { event: 'import.undone', title: 'Importação desfeita', past: 'Importação desfeita' },
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

/** Formats a reason for refusal, with its column header and cell if it has them: 'SPID (F3): …'. */
export function refusalText({ column, cell, sentence }: ImportRow['refusals'][number]): string {
  if (column === null) return sentence
  return cell === null ? `${column}: ${sentence}` : `${column} (${cell}): ${sentence}`
}

/** Formats the size and the lines of a refusal group; empty for a single row. */
export function refusalGroupText(same: ImportRow['same']): string | undefined {
  return same && same.rows > 1
    ? `${same.rows.toLocaleString('pt-BR')} linhas recusadas por este motivo: ${same.lines}.`
    : undefined
}

/** Returns sentences about a row: one per reason for refusal, or one per change and warning. */
function detailsOf({ refusals, same, changes, warnings }: ImportRow): string[] {
  const others = refusalGroupText(same)
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
