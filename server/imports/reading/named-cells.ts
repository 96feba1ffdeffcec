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
  /** Reason why the cell can't be read, by column key. */
  unreadable: Record<string, string>
}

/** Content of a file. */
export interface NamedTable {
  sheet: string | null
  /** Column letters as in a spreadsheet, by column key. */
  letters: Record<string, string>
  rows: NamedRow[]
}

/** Letters and figures alone: 'E-MAIL', 'Email' and 'e-mail *' are one title. */
const fold = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Returns the headers of a kind, as listed in refusals. */
export const titlesText = (kind: ImportKindName): string => importHeaders(kind).join(', ')

/** Returns why these are not the headers of a kind, or undefined if they are. Without headers the file is empty. */
export function titlesFault(
  titles: readonly string[] | undefined,
  kind: ImportKindName,
): string | undefined {
  if (!titles) return 'O arquivo está vazio.'
  try {
    keysOf(titles, kind)
    return undefined
  } catch (error) {
    if (error instanceof FileRefusal) return error.message
    throw error
  }
}

/** Finds the columns by the titles in the first row, wherever they stand; no row may hold what has no title. */
export function namedTable({ sheet, rows: table }: Table, kind: ImportKindName): NamedTable {
  const [titles, ...rows] = table
  if (!titles) refuseFile('O arquivo está vazio.')
  const keys = keysOf(titles.cells.map(textOf), kind)
  if (rows.length === 0) refuseFile('O arquivo não tem linhas abaixo dos títulos.')
  const letters = keys.flatMap((key, at): [string, string][] =>
    key === undefined ? [] : [[key, columnLetters(at)]],
  )
  return {
    sheet,
    letters: Object.fromEntries(letters),
    rows: rows.map((row) => namedRow(row, keys)),
  }
}

function namedRow({ line, cells }: TableRow, keys: readonly (string | undefined)[]): NamedRow {
  const row: NamedRow = { line, cells: {}, unreadable: {} }
  for (const [at, cell] of cells.entries()) {
    const key = keys[at]
    if (key === undefined) {
      // A merged cell may extend beyond the columns with headers.
      if (!isBlank(cell) && cell !== mergedCell)
        refuseFile(`A linha ${line} tem um valor em uma coluna sem título.`)
      continue
    }
    row.cells[key] = textOf(cell)
    if (typeof cell !== 'string') row.unreadable[key] = cell.sentence
  }
  return row
}

/** Returns the letters of a zero-based column: 'A', 'B' … 'AA'. */
function columnLetters(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

/** The key of each column; undefined where it has no title. */
function keysOf(titles: readonly string[], kind: ImportKindName): (string | undefined)[] {
  const columns = Object.entries<ImportColumn>(importKinds[kind].columns)
  const known = titlesText(kind)
  const keys = titles.map((title) => {
    if (title.trim() === '') return undefined
    const found = columns.find(([, { header }]) => fold(header) === fold(title))
    return found?.[0] ?? refuseFile(`A coluna “${title.slice(0, 40)}” não é do modelo: ${known}.`)
  })
  for (const [key, { header, optional }] of columns) {
    const count = keys.filter((each) => each === key).length
    if (count > 1) refuseFile(`A coluna “${header}” aparece mais de uma vez.`)
    if (count === 0 && !optional)
      refuseFile(`Falta a coluna “${header}”. As colunas são: ${known}.`)
  }
  return keys
}
