import {
  type ImportColumn,
  importHeaders,
  importKinds,
  type ImportKindName,
} from '../../../contract/import-kinds.ts'
import type { Table, TableRow } from './bounded-table.ts'
import { isBlank, mergedCell, textOf } from './cell.ts'
import { FileRefusal, refuseFile } from './file-refusal.ts'

/** A row with its cells by the keys of the kind's columns. */
export interface NamedRow {
  line: number
  cells: Record<string, string>
  /** Reasons why cells can't be read, by column key. */
  unreadable: Record<string, string>
}

/** Content of a file. */
export interface NamedTable {
  sheet: string | null
  /** Column letters as in a spreadsheet, by column key. */
  letters: Record<string, string>
  rows: NamedRow[]
}

/** Reduces a header to letters and digits for comparison: 'E-MAIL', 'Email' and 'e-mail *' are equal. */
const fold = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Returns the headers of a kind, as listed in refusals. */
export const headersText = (kind: ImportKindName): string => importHeaders(kind).join(', ')

/**
 * Returns why these headers do not fit the kind, or undefined if they fit. `headers` is undefined for an empty file.
 */
export function headersFault(
  headers: readonly string[] | undefined,
  kind: ImportKindName,
): string | undefined {
  if (!headers) return 'O arquivo está vazio.'
  try {
    keysOf(headers, kind)
    return undefined
  } catch (error) {
    if (error instanceof FileRefusal) return error.message
    throw error
  }
}

/**
 * Maps cells to columns by the headers in the first row, which may be in any order. Refuses a row with a value in a
 * column without a header.
 */
export function namedTable({ sheet, rows: table }: Table, kind: ImportKindName): NamedTable {
  const [headers, ...rows] = table
  if (!headers) refuseFile('O arquivo está vazio.')
  const keys = keysOf(headers.cells.map(textOf), kind)
  if (rows.length === 0) refuseFile('O arquivo não tem linhas abaixo dos títulos.')
  const days = daysOf(kind)
  const letters = keys.flatMap((key, at): [string, string][] =>
    key === undefined ? [] : [[key, columnLetters(at)]],
  )
  return {
    sheet,
    letters: Object.fromEntries(letters),
    rows: rows.map((row) => namedRow(row, keys, days)),
  }
}

/** Returns the keys of the columns of days. */
const daysOf = (kind: ImportKindName): Set<string> =>
  new Set(
    Object.entries<ImportColumn>(importKinds[kind].columns).flatMap(([key, { isDay }]) =>
      isDay ? [key] : [],
    ),
  )

function namedRow(
  { line, cells }: TableRow,
  keys: readonly (string | undefined)[],
  days: ReadonlySet<string>,
): NamedRow {
  const row: NamedRow = { line, cells: {}, unreadable: {} }
  for (const [at, cell] of cells.entries()) {
    const key = keys[at]
    if (key === undefined) {
      // A merged cell may extend beyond the columns with headers, so it is ignored there.
      if (!isBlank(cell) && cell !== mergedCell)
        refuseFile(`A linha ${line} tem um valor em uma coluna sem título.`)
      continue
    }
    const day = typeof cell !== 'string' && days.has(key) ? cell.day : undefined
    row.cells[key] = day ?? textOf(cell)
    if (typeof cell !== 'string' && day === undefined) row.unreadable[key] = cell.sentence
  }
  return row
}

/** Returns the letters of a zero-based column: 'A', 'B' … 'AA'. */
function columnLetters(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

/** Returns the key of each column; undefined if it has no header. */
function keysOf(headers: readonly string[], kind: ImportKindName): (string | undefined)[] {
  const columns = Object.entries<ImportColumn>(importKinds[kind].columns)
  const known = headersText(kind)
  const keys = headers.map((header) => {
    if (header.trim() === '') return undefined
    const found = columns.find(([, column]) => fold(column.header) === fold(header))
    return found?.[0] ?? refuseFile(`A coluna “${header.slice(0, 40)}” não é do modelo: ${known}.`)
  })
  for (const [key, { header, optional }] of columns) {
    const count = keys.filter((each) => each === key).length
    if (count > 1) refuseFile(`A coluna “${header}” aparece mais de uma vez.`)
    if (count === 0 && !optional)
      refuseFile(`Falta a coluna “${header}”. As colunas são: ${known}.`)
  }
  return keys
}
